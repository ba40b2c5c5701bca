"""kokoro is imported without what it does not use here, and is the same for it."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
import torch

from studio import voices
from studio.engines import acoustic, albert, model

pytestmark = pytest.mark.real

SYMBOLS = "ðə hˈɑɹbəɹ wˈAks bəfˌɔɹ ðə tˈWn dˈʌz. ɡˈʌlz ˈɑɹɡju, ænd ɹˈOps kɹˈik!"


def run(code: str, *arguments: str) -> str:
    """What Python says in a process of its own."""
    command = [sys.executable, "-W", "ignore", "-c", code, *arguments]
    environment = {**os.environ, "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_not_used_is_not_imported_and_is_itself_afterwards():
    code = """
import sys
from studio.engines import lean
from studio.engines.phonemes import Phonemizer
from studio.spoken import Reading
kokoro = lean.import_kokoro()
reader = Phonemizer({symbol: 0 for symbol in "həlˈO"})
print(reader.units("Hello", [Reading(0, 5, "Hello", "text")], "en-us")[0].phonemes)
heavy = ("transformers", "huggingface_hub", "segments", "spacy.cli", "spacy_curated_transformers")
print([name for name in heavy if name in sys.modules])
import segments, spacy.cli, transformers
print(segments.Tokenizer.__module__, spacy.cli.info.__module__, transformers.AlbertModel.__module__)
"""
    assert run(code).splitlines() == [
        "həlˈO",
        "[]",
        "segments.tokenizer spacy.cli.info transformers.models.albert.modeling_albert",
    ]


def test_a_release_that_wants_more_gets_it():
    code = """
from studio.engines import lean
lean._stand_ins = lambda: [lean._module("transformers")]
kokoro = lean.import_kokoro()
print(kokoro.KModel.__name__, kokoro.modules.AlbertModel.__module__)
"""
    assert run(code).split() == ["KModel", "transformers.models.albert.modeling_albert"]


def test_the_network_is_that_of_transformers():
    from transformers import AlbertConfig, AlbertModel

    how = {
        "vocab_size": 40,
        "hidden_size": 48,
        "num_attention_heads": 4,
        "intermediate_size": 96,
        "max_position_embeddings": 64,
        "num_hidden_layers": 3,
    }
    torch.manual_seed(3)
    theirs = AlbertModel(AlbertConfig(**how)).eval()
    for weights in theirs.parameters():  # biases, too, which begin as zeros
        torch.nn.init.normal_(weights, std=0.3)
    ours = albert.AlbertModel(albert.AlbertConfig(**how)).eval()
    unused = ours.load_state_dict(theirs.state_dict(), strict=False)
    assert (unused.missing_keys, unused.unexpected_keys) == ([], ["pooler.weight", "pooler.bias"])
    ids = torch.randint(0, 40, (2, 17))
    all_seen = torch.ones_like(ids)
    some_seen = all_seen.clone()
    some_seen[1, 11:] = 0
    with torch.inference_mode():
        for seen in (all_seen, some_seen):
            expected = theirs(ids, attention_mask=seen).last_hidden_state
            found = ours(ids, attention_mask=seen).last_hidden_state
            close = (expected - found).abs().max(dim=-1).values < 1e-4
            assert close[seen.bool()].all()


def test_the_model_speaks_as_kokoro_loads_it(tmp_path):
    code = """
import sys
import numpy, torch
from kokoro import KModel
from studio import voices
from studio.engines import model
path, symbols, out = sys.argv[1:]
loaded = KModel(repo_id="hexgrad/Kokoro-82M", config=model.config(), model=path).eval()
style = voices.load_style(voices.parse_voice("bf_emma"))
torch.manual_seed(7)
said = loaded(symbols, torch.from_numpy(style[len(symbols) - 1][None].copy()), 1.0, True)
numpy.savez(out, audio=said.audio.numpy(), durations=said.pred_dur.numpy())
"""
    weights = model.ensure_weights()
    run(code, str(weights.path), SYMBOLS, str(tmp_path / "theirs.npz"))
    theirs = np.load(tmp_path / "theirs.npz")
    ours = acoustic.TorchAcoustic(acoustic.load(weights.path, model.config(), 2))
    plan = ours.plan(SYMBOLS, voices.load_style(voices.parse_voice("bf_emma")), 1.0)
    assert plan.durations == tuple(theirs["durations"])
    sound = ours.decode(plan, 0, plan.frames, 7)
    assert len(sound) == len(theirs["audio"])
    # The last digit of the pitch shifts the phase of what it drives, a little more with every
    # period.
    assert np.abs(sound - theirs["audio"]).max() < 0.02
    assert np.corrcoef(sound, theirs["audio"])[0, 1] > 0.9999


def test_a_file_that_lacks_weights_is_refused(tmp_path):
    found = torch.load(model.ensure_weights().path, weights_only=True)
    del found["predictor"]["module.lstm.weight_ih_l0"]
    torch.save(found, tmp_path / "some.pth")
    with pytest.raises(ValueError, match=r"no weights for predictor\.lstm\.weight_ih_l0"):
        acoustic.load(tmp_path / "some.pth", model.config(), 2)
