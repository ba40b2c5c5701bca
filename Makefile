# make run     set everything up and open the window (without a display: narrate the sample)
# make test    set everything up and run all tests
#
# The first Python that starts runs the set-up script, which finds a fitting one by itself.
HOST_PYTHON := $(shell for p in python3 python3.11 python3.12 python3.10 python; do \
	$$p -c '' 2>/dev/null && echo $$p && break; done)
PYTHON := .venv/bin/python

.PHONY: run narrate test setup lint bench clean

NARRATE = mkdir -p out && NARRATION_STUDIO_PROGRAM="$(PYTHON) -m studio" $(PYTHON) -m studio \
	narrate resources/samples/harbor.txt -o out/harbor --formats wav,srt

# Without a display, or where Qt cannot start, the sample script is narrated instead. (Not by
# another make: `make -n` would then run all of this instead of showing it.)
run: setup
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
		$(PYTHON) -m ui || { $(NARRATE); }; \
	else \
		echo "There is no display, so the sample is narrated instead." >&2; \
		$(NARRATE); \
	fi

narrate: setup
	@$(NARRATE)

test: setup
	@$(PYTHON) -m pytest $(PYTEST_ARGS)

setup:
	@test -n "$(HOST_PYTHON)" || { echo "No Python was found; install Python 3.11." >&2; exit 3; }
	@$(HOST_PYTHON) packaging/setup_env.py

lint: setup
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m ruff format --check .
	@$(PYTHON) -m mypy

# A quick look, with all of what is measured. Longer: `python -m studio bench`, which has a chapter
# of ten minutes spoken in every way, and `python tests/benchmarks/bench_hour.py`.
bench: setup
	@$(PYTHON) -m studio bench --quick
	@$(PYTHON) tests/benchmarks/bench_hour.py --minutes 3
	@for each in $(filter-out %_hour.py,$(wildcard tests/benchmarks/bench_*.py)); do \
		$(PYTHON) $$each || exit 1; done

clean:
	rm -rf out build dist .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
