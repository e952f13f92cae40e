"""One program, one module: what only native code calls is put together with its callers and optimised once.

Left to itself, Numba makes every function it compiles ready to run: it links in whatever that one calls, optimises the
lot and turns it into machine code, so that a helper at the end of a chain of calls is optimised again for every
function above it. Only the entries of a program are called from outside. `one_module()` keeps all others as they were
lowered; when the address of an entry is asked for, everything below it is linked in, hidden from the outside (which
lets LLVM put what is called once where it is called) and optimised together.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from numba.core import registry
from numba.core.codegen import JITCodeLibrary


class FunctionLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function; made ready to run only if somebody outside asks for its address."""

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def add_llvm_module(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        self._final_module.link_in(module)

    def get_pointer_to_function(self, name: str) -> int:
        if not self._finalized and not self._defines(name):
            return 0
        return int(super().get_pointer_to_function(name))

    def finalize(self) -> None:
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        for part in self._below():
            self._reload_init.update(part._reload_init)
            if isinstance(part, FunctionLibrary) and not part._finalized:
                self._final_module.link_in(part._final_module, preserve=True)
            else:
                self._final_module.link_in(part._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _below(self) -> list[Any]:
        """Everything that this function calls, directly or not, each once."""
        found: list[Any] = []
        todo = list(self._linking_libraries)
        while todo:
            part = todo.pop(0)
            if part is not self and part not in found:
                found.append(part)
                if isinstance(part, FunctionLibrary) and not part._finalized:
                    todo += part._linking_libraries
        return found

    def _defines(self, name: str) -> bool:
        try:
            return not self._final_module.get_function(name).is_declaration
        except NameError:
            return False


_usual: dict[str, Any] = {}  # how Numba links, while one_module() has changed it


@contextlib.contextmanager
def one_module() -> Iterator[None]:
    """What is compiled meanwhile is kept in parts and put together for the functions that Python calls."""
    codegen = registry.cpu_target.target_context.codegen()
    set_env = codegen.set_env

    def set_env_if_there(name: str, environment: Any) -> None:
        if codegen._engine.get_global_value_address(name):  # of what Python calls; no other function asks for its own
            set_env(name, environment)

    outermost = not _usual
    if outermost:
        _usual.update(_library_class=codegen._library_class, set_env=set_env)
        codegen._library_class, codegen.set_env = FunctionLibrary, set_env_if_there
    try:
        yield
    finally:
        if outermost:
            restore()


def restore() -> None:
    """Let Numba link as it usually does."""
    for name, value in _usual.items():
        setattr(registry.cpu_target.target_context.codegen(), name, value)
    _usual.clear()
