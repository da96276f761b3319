"""Prints the JSON schema of a custom resource of Kubernetes, in which a field that it does not name is an error.

Usage: custom-resource-schema.py ARCHIVE.zip END, with a module's archive and the end of the name of the definition in it.
"""

import json
import sys
import zipfile

import yaml


def without_other_fields(schema):
    """A server of Kubernetes drops fields that the schema does not name; here they are errors, because they are misspelt."""
    if isinstance(schema, dict):
        schema = {key: without_other_fields(value) for key, value in schema.items()}
        if "properties" in schema and not schema.get("x-kubernetes-preserve-unknown-fields"):
            schema.setdefault("additionalProperties", False)
    elif isinstance(schema, list):
        schema = [without_other_fields(value) for value in schema]
    return schema


archive, end = sys.argv[1:]
with zipfile.ZipFile(archive) as files:
    [name] = [name for name in files.namelist() if name.endswith(end)]
    definition = yaml.safe_load(files.read(name))
[version] = [one for one in definition["spec"]["versions"] if one["storage"]]
json.dump(without_other_fields(version["schema"]["openAPIV3Schema"]), sys.stdout)
