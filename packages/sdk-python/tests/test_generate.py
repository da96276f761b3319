"""What of the types is ours: the choice of the schemas, and which generator writes them.

The test in test/sdk-python compares what it writes with the committed types.
"""

import os
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).parents[1]))
import generate


def json_content(name: str) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}}


class DocumentOfTypes(unittest.TestCase):
    def schemas_of(self, **schemas: Any) -> Any:
        document = {
            "openapi": "3.1.0",
            "info": {"title": "Nsimbi", "version": "1"},
            "paths": {"/api/v1/wallet/send-money": {"post": {"requestBody": json_content("SendMoneyRequest")}}},
            "components": {"schemas": schemas},
        }
        written = generate.document_of_types(document)
        self.assertEqual(written["paths"], {})
        return written["components"]["schemas"]

    def test_requests_envelopes_failures_and_events_of_one_name_have_no_type(self) -> None:
        balance = {"type": "object", "properties": {"balance": {"type": "integer"}}}
        schemas = self.schemas_of(
            SendMoneyRequest={"type": "object", "properties": {"amount": {"type": "integer"}}},
            ReadBalanceResponse={"type": "object", "properties": {"success": {}, "message": {}, "data": {}}},
            Failure={"type": "object", "properties": {"success": {}}},
            FailureData={"type": "object", "properties": {}},
            DepositFailedEvent={"allOf": [{"$ref": "#/components/schemas/Event"}]},
            Balance=balance,
        )
        self.assertEqual(schemas, {"Balance": balance})

    def test_a_field_that_may_be_null_keeps_its_description(self) -> None:
        branches = [{"type": "integer", "description": "The largest fee."}, {"type": "null"}]
        described = {"description": "Without an end.", "anyOf": [{"type": "string"}, {"type": "null"}]}
        fields = {"maximum": {"anyOf": branches}, "up_to": described, "fixed": {"type": "integer"}}
        schemas = self.schemas_of(FeeBand={"type": "object", "properties": fields})
        expected = {**fields, "maximum": {"description": "The largest fee.", "anyOf": branches}}
        self.assertEqual(schemas["FeeBand"]["properties"], expected)

    def test_an_object_without_known_fields_takes_any(self) -> None:
        schemas = self.schemas_of(Details={"type": "object", "properties": {}, "additionalProperties": True})
        self.assertEqual(schemas["Details"]["additionalProperties"], {})


class Generator(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = Path(folder.name) / "datamodel-codegen"
        patched = mock.patch.dict(os.environ, {"PATH": folder.name})
        patched.start()
        self.addCleanup(patched.stop)

    def install(self, program: str) -> None:
        self.program.write_text(f"#!/bin/sh\n{program}\n", "utf-8")
        self.program.chmod(0o755)

    def test_without_it_the_error_says_how_it_is_installed(self) -> None:
        with self.assertRaisesRegex(generate.GeneratorMissingError, r"PATH: .+/install-generator\.sh installs it"):
            generate.find_generator()

    def test_another_version_than_the_pinned_one_is_refused(self) -> None:
        self.install("echo datamodel-codegen 0.1.0")
        with self.assertRaisesRegex(
            generate.GeneratorMissingError, r"has the version 0\.1\.0 instead of \d+\.\d+\.\d+: "
        ):
            generate.find_generator()

    def test_types_that_it_cannot_write_are_an_error_and_the_file_stays(self) -> None:
        version = generate.pinned_version()
        self.install(f'[ "$1" = --version ] && echo datamodel-codegen {version} || exit 1')
        document = self.program.with_name("openapi.json")
        document.write_text('{"openapi": "3.1.0", "info": {}, "paths": {}, "components": {"schemas": {}}}', "utf-8")
        written = self.program.with_name("_generated.py")
        written.write_text("before", "utf-8")
        with self.assertRaises(generate.subprocess.CalledProcessError):
            generate.main(["types", str(document), str(written)])
        self.assertEqual(written.read_text("utf-8"), "before")

    def test_wrong_arguments_print_the_usage(self) -> None:
        for arguments in ([], ["types"], ["types", "a", "b", "c"], ["modules", "a"]):
            with self.subTest(arguments), self.assertRaisesRegex(SystemExit, "generate.py types OPENAPI.json"):
                generate.main(arguments)
