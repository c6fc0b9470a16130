"""The description of the HTTP API in OpenAPI 3.1, made from the same table as its routes."""

from __future__ import annotations

from typing import Any

import msgspec

from casting_shadows import __version__
from casting_shadows.server.http import JSON, TEXT, Endpoint, Refusal


def openapi(endpoints: list[Endpoint]) -> dict[str, Any]:
    """Every address, what it takes and what it answers."""
    types: list[Any] = [Refusal]
    for endpoint in endpoints:
        types += [kind for kind in (endpoint.body, endpoint.result) if kind is not None and kind not in types]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        described = _describe(endpoint, lambda kind: schemas[types.index(kind)])
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {"title": "Casting Shadows", "version": __version__, "description": "Rooms and games. Play itself is on `/ws`."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"profile": {"type": "http", "scheme": "bearer", "description": "The secret of a guest profile."}},
        },
    }


def _describe(endpoint: Endpoint, schema_of: Any) -> dict[str, Any]:
    def content(kind: Any) -> dict[str, Any]:
        return {TEXT: {"schema": {"type": "string"}}} if kind is None else {JSON: {"schema": schema_of(kind)}}

    names = [part[1:-1] for part in endpoint.path.split("/") if part.startswith("{")]
    described: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names),
            *(
                {"name": item.name, "in": "query", "description": item.meaning, "schema": item.schema()}
                for item in endpoint.query
            ),
        ],
        "responses": {
            str(endpoint.status): {"description": "Done", "content": content(endpoint.result)},
            "default": {"description": "Refused", "content": content(Refusal)},
        },
    }
    if endpoint.body is not None or endpoint.method == "POST":
        described["requestBody"] = {"required": True, "content": content(endpoint.body)}
    if endpoint.needs_profile:
        described["security"] = [{"profile": []}]
    return described
