"""Writes what the package generates: the modules of the client that waits (`src/nsimbi/_sync`) from those of the
async client (`src/nsimbi/_async`), and the types of the API's objects from the OpenAPI document. Tests compare both
with what is committed.

generate.py modules
generate.py types OPENAPI.json [FILE]    FILE is `src/nsimbi/_generated.py` when left out. Needs the generator that
                                         install-generator.sh installs.
generate.py generator                    Prints where that generator is, or fails and says what is missing.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent / "src/nsimbi"
TYPES_FILE = PACKAGE / "_generated.py"
REQUIREMENTS_FILE = Path(__file__).parent / "requirements-generator.txt"
# Both clients have their own of these modules, because only there they differ.
WRITTEN_TWICE = {"__init__.py", "_effects.py"}

Json = dict[str, Any]

# Objects whose type has another name than their schema.
NEW_NAMES = {
    "ListProofKeysResponse": "ProofKeys",
    "ListProofRoundsResponse": "ProofRounds",
    "ReadyzResponse": "Ready",
    "ReadyzResponseDetails": "ReadyDetails",
    "ReadyzNotReady": "NotReady",
    "ReadyzNotReadyDetails": "NotReadyDetails",
}

HEADER = '''"""The objects of the API, which `types.py` gives to programs.

Written by generate.py with datamodel-code-generator from the OpenAPI document; do not edit it.
"""'''

GENERATOR_OPTIONS = [
    "--ignore-pyproject",
    *("--input-file-type", "openapi"),
    *("--openapi-scopes", "schemas"),
    "--strict-refs",
    *("--output-model-type", "typing.TypedDict"),
    # The oldest Python of the package.
    *("--target-python-version", "3.11"),
    *("--enum-field-as-literal", "all"),
    # An object without known fields is a dictionary, with a name of its own.
    "--use-type-alias",
    "--keep-model-order",
    "--use-field-description",
    "--use-single-line-docstring",
    "--use-double-quotes",
    # The formatter of the generator itself: its output depends on no other program.
    *("--formatters", "builtin"),
    # Formats of this API, which are texts for Python.
    *("--type-mappings", "string+uganda-mobile-number=string", "string+date-or-date-time=string"),
    *("--model-name-map", json.dumps(NEW_NAMES)),
    *("--custom-file-header", HEADER),
]


class GeneratorMissingError(Exception):
    """The generator of the types is not installed, or has another version than the tests compare with."""


def types_source(document: Json) -> str:
    """The source of `_generated.py`, as the installed generator writes it.

    `document` is the OpenAPI document of the service. Raises `GeneratorMissingError`; and
    `subprocess.CalledProcessError` when the generator fails, after its messages on the standard error.
    """
    source: str = subprocess.run(
        [find_generator(), *GENERATOR_OPTIONS],
        input=json.dumps(document_of_types(document)),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    ).stdout
    return source


def find_generator() -> str:
    """The path of the installed generator. Raises `GeneratorMissingError`."""
    version = pinned_version()
    how = "packages/sdk-python/install-generator.sh installs it"
    path = shutil.which("datamodel-codegen")
    if path is None:
        raise GeneratorMissingError(f"There is no datamodel-codegen on the PATH: {how}.")
    found = subprocess.run([path, "--version"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout.split()[-1]
    if found != version:
        raise GeneratorMissingError(f"{path} has the version {found} instead of {version}: {how}.")
    return path


def pinned_version() -> str:
    """The version of the generator with which the tests compare."""
    requirements = REQUIREMENTS_FILE.read_text("utf-8")
    versions: list[str] = re.findall(r"^datamodel-code-generator==(\S+)", requirements, re.MULTILINE)
    [version] = versions
    return version


def document_of_types(document: Json) -> Json:
    """The OpenAPI document with only the schemas that have a type, in the form that the generator reads best. Pure."""
    schemas = {name: _readable(schema) for name, schema in described_schemas(document).items()}
    return {"openapi": document["openapi"], "info": document["info"], "paths": {}, "components": {"schemas": schemas}}


def described_schemas(document: Json) -> dict[str, Json]:
    """The schemas for which there is a type. Pure.

    Not those of requests, which are parameters of methods; not the envelopes around one object or list; and
    not the events of single names, which have the fields of `Event`.
    """
    requests = {
        content["schema"]["$ref"].rsplit("/", 1)[-1]
        for methods in document["paths"].values()
        for operation in methods.values()
        for content in operation.get("requestBody", {}).get("content", {}).values()
    }
    return {
        name: schema
        for name, schema in document["components"]["schemas"].items()
        if name not in requests
        and "allOf" not in schema
        and not {"success", "data"} <= schema["properties"].keys()
        and name not in ("Failure", "FailureData")
    }


def sync_source(async_source: str) -> str:
    """The source of a module for the client that waits, from the one of the async client. Pure."""
    # The package unasync cannot do it: it only exchanges whole names, so `Awaitable[X]` would not become `X`, and
    # each class would need an entry.
    text = async_source
    for found, written in (
        (r"\basync (def|for|with)\b", r"\1"),
        (r"\bawait ", ""),
        (r"\bAwaitable, ", ""),
        (r"\bAwaitable\[((?:[^\[\]]|\[[^\[\]]*\])+)\]", r"\1"),
        (r"\bStopAsyncIteration\b", "StopIteration"),
        (r"\baclose\b", "close"),
        (r"__a(iter|next|enter|exit)__", r"__\1__"),
        (r"\bAsync([A-Z])", r"\1"),
    ):
        text = re.sub(found, written, text)
    return text


def async_modules() -> list[Path]:
    """The modules of the async client from which `_sync` is written."""
    return sorted(path for path in (PACKAGE / "_async").glob("*.py") if path.name not in WRITTEN_TWICE)


def _readable(schema: Json) -> Json:
    """A schema that means the same; without known fields the generator takes `{}`, and not `true`, for a dictionary."""
    if not schema["properties"]:
        return {**schema, "additionalProperties": {}}
    return {**schema, "properties": {name: _described(field) for name, field in schema["properties"].items()}}


def _described(field: Json) -> Json:
    """A field with its description where the generator reads it.

    The document describes a branch of a field that may be null.
    """
    descriptions = [branch["description"] for branch in field.get("anyOf", []) if "description" in branch]
    return {"description": descriptions[0], **field} if descriptions else field


def main(arguments: list[str]) -> None:
    match arguments:
        case ["modules"]:
            for module in async_modules():
                (PACKAGE / "_sync" / module.name).write_text(sync_source(module.read_text("utf-8")), "utf-8")
        case ["types", document_file, *rest] if len(rest) <= 1:
            source = types_source(json.loads(Path(document_file).read_text("utf-8")))
            Path(rest[0] if rest else TYPES_FILE).write_text(source, "utf-8")
        case ["generator"]:
            print(find_generator())
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except GeneratorMissingError as error:
        sys.exit(str(error))
