"""The commands of the command line, one module each: a function from parsed options to an exit
code. What they print goes through `studio.commands.output`."""
