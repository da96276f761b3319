"""Writes what the package generates: the types of the API's objects from the OpenAPI document, and the
modules of the client that waits (`src/nsimbi/_sync`) from those of the async client (`src/nsimbi/_async`).

generate.py [OPENAPI.json]    Without a document only the modules. Tests compare both with what is committed.
"""

import json
import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent / "src/nsimbi"
TYPES_FILE = PACKAGE / "types.py"
# Both clients have their own of these modules, because only there they differ.
WRITTEN_TWICE = {"__init__.py", "_effects.py"}

Json = dict[str, Any]

# Values of which methods need the name; the same values have the same name wherever the document has them.
NAMED_VALUES = {
    "Mode": "/components/schemas/Balance/properties/mode",
    "EventName": "/components/schemas/Event/properties/type",
    "TransactionType": "/components/schemas/Transaction/properties/type",
    "TransactionStatus": "/components/schemas/Transaction/properties/status",
    "BulkPayoutStatus": "/components/schemas/BulkPayout/properties/status",
    "BulkPayoutRowStatus": "/components/schemas/BulkPayoutRow/properties/status",
    "FeeOperation": "/components/schemas/Fee/properties/operation",
    "QuoteOperation": "/components/schemas/Quote/properties/operation",
    "PartyDetail": "/paths/~1api~1v1~1wallet~1transactions~1{id}~1receipt/get/parameters/business",
}
NEW_NAMES = {
    "ListProofKeysResponse": "ProofKeys",
    "ListProofRoundsResponse": "ProofRounds",
    "ReadyzResponse": "Ready",
    "ReadyzResponseDetails": "ReadyDetails",
    "ReadyzNotReady": "NotReady",
    "ReadyzNotReadyDetails": "NotReadyDetails",
}

HEADER = '''"""The objects of the API. Amounts are whole shillings, times ISO 8601 in UTC, ids integers.

Written by generate.py from the OpenAPI document. Responses are plain dictionaries, so a field that a newer
service adds is there too.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

'''


def types_source(document: Json) -> str:
    """The source of `types.py`. Pure.

    `document` is the OpenAPI document of the service.
    """
    schemas = described_schemas(document)
    values_names = {tuple(_at(document, path)): name for name, path in NAMED_VALUES.items()}
    aliases = [f"{name} = {_literal(values)}" for values, name in values_names.items()]
    classes = [_class_source(name, schema, values_names) for name, schema in schemas.items()]
    # What is not a class is evaluated where it stands, so the classes that it names come first.
    classes.sort(key=lambda source: not source.startswith("class "))
    return HEADER + "\n".join(aliases) + "\n\n\n" + "\n\n\n".join(classes) + "\n"


def described_schemas(document: Json) -> dict[str, Json]:
    """The schemas for which there is a type, by the name of the type. Pure.

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
        _type_name(name): schema
        for name, schema in document["components"]["schemas"].items()
        if name not in requests
        and "allOf" not in schema
        and not {"success", "data"} <= schema["properties"].keys()
        and name not in ("Failure", "FailureData")
    }


def sync_source(async_source: str) -> str:
    """The source of a module for the client that waits, from the one of the async client. Pure."""
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


def _class_source(name: str, schema: Json, values_names: dict[tuple[str, ...], str]) -> str:
    if not schema["properties"]:
        return f"{name} = dict[str, Any]"
    required = set(schema.get("required", []))
    fields = [
        (field, _type_of(described, values_names), field in required, _description(described))
        for field, described in schema["properties"].items()
    ]
    if any(keyword.iskeyword(field) for field, *_ in fields):
        # A field such as `from` cannot be written as one of a class.
        entries = [f'    "{field}": {_optional(kind, needed)},' for field, kind, needed, _ in fields]
        lines = [f"{name} = TypedDict(", f'    "{name}",', "    {", *[f"    {one}" for one in entries], "    },", ")"]
        return "\n".join(lines)
    lines = [f"class {name}(TypedDict):"]
    for field, kind, needed, description in fields:
        lines += textwrap.wrap(description, 100, initial_indent="    # ", subsequent_indent="    # ")
        lines.append(textwrap.indent(f"{field}: {_optional(kind, needed)}", "    "))
    return "\n".join(lines)


def _optional(kind: str, needed: bool) -> str:
    return kind if needed else f"NotRequired[{kind}]"


def _type_of(schema: Json, values_names: dict[tuple[str, ...], str]) -> str:
    if "$ref" in schema:
        return _type_name(schema["$ref"].rsplit("/", 1)[-1])
    if "anyOf" in schema:
        return " | ".join(_type_of(one, values_names) for one in schema["anyOf"])
    if "const" in schema:
        return f"Literal[{json.dumps(schema['const']) if isinstance(schema['const'], str) else schema['const']}]"
    if "enum" in schema:
        values = tuple(schema["enum"])
        return values_names.get(values, _literal(values))
    kind = schema["type"]
    if kind == "array":
        return f"list[{_type_of(schema['items'], values_names)}]"
    if kind == "object":
        inner = schema.get("additionalProperties", True)
        return f"dict[str, {'Any' if inner is True else _type_of(inner, values_names)}]"
    return {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}[kind]


def _literal(values: tuple[str, ...]) -> str:
    one_line = f"Literal[{', '.join(json.dumps(value) for value in values)}]"
    if len(one_line) <= 80:
        return one_line
    return "Literal[\n" + "".join(f"    {json.dumps(value)},\n" for value in values) + "]"


def _description(schema: Json) -> str:
    """The first paragraph of what the document says of a field; what follows there is a list of values."""
    texts = [schema.get("description"), *(one.get("description") for one in schema.get("anyOf", []))]
    return next((text.split("\n\n")[0] for text in texts if text), "")


def _type_name(schema_name: str) -> str:
    return NEW_NAMES.get(schema_name, schema_name)


def _at(document: Json, path: str) -> list[str]:
    """The values at a place of the document; parameters are found by their name."""
    found: Any = document
    for part in path.strip("/").split("/"):
        name = part.replace("~1", "/")
        found = next(one for one in found if one.get("name") == name) if isinstance(found, list) else found[name]
    values: list[str] = found["schema"]["enum"] if "schema" in found else found["enum"]
    return values


def main(arguments: list[str]) -> None:
    for module in async_modules():
        (PACKAGE / "_sync" / module.name).write_text(sync_source(module.read_text("utf-8")), "utf-8")
    if arguments:
        document = json.loads(Path(arguments[0]).read_text("utf-8"))
        TYPES_FILE.write_text(types_source(document), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
