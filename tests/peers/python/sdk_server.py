"""A server on the official Python SDK: stdio by default, Streamable HTTP on a free loopback port with --http.

Every answer is a function of the request, so the surface and each call are the same in every run.
"""

import json
import socket
import sys
from enum import Enum
from typing import Annotated, Literal

import anyio
import uvicorn
from mcp.server.caching import CacheHint
from mcp.server.mcpserver import MCPServer
from mcp.types import Annotations, Completion, Icon, PromptReference, ToolAnnotations
from pydantic import BaseModel, Field

NOTES = {"alpha": "The first note.", "beta": "A segunda nota: ação, coração."}

server = MCPServer(
    "python-sdk",
    title="Python SDK peer",
    version="1.0.0",
    website_url="https://example.org/",
    instructions="Ask for a note by its id. As respostas são sempre iguais.",
    cache_hints={"tools/list": CacheHint(ttl_ms=60_000, scope="public")},
    log_level="WARNING",
)


class Unit(str, Enum):
    """A unit of temperature."""

    CELSIUS = "celsius"
    KELVIN = "kelvin"


class Temperature(BaseModel):
    value: float
    unit: Unit = Unit.CELSIUS


class Sum(BaseModel):
    sum: int


class ById(BaseModel, extra="forbid"):
    by: Literal["id"]
    id: Annotated[str, Field(pattern="^[a-z]+$")]


class ByPosition(BaseModel, extra="forbid"):
    by: Literal["position"]
    position: Annotated[int, Field(ge=0, lt=100)]


class Folder(BaseModel):
    """A schema that refers to itself."""

    name: Annotated[str, Field(min_length=1)]
    folders: "list[Folder]" = []


@server.tool(
    title="Add",
    description="Adds two integers.",
    annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
)
def add(
    a: Annotated[int, Field(description="The first one")],
    b: Annotated[int, Field(description="The second one")],
) -> Sum:
    return Sum(sum=a + b)


@server.tool(
    title="Converter temperatura",
    description="Converte uma temperatura — em °C ou K — para outra unidade. 温度を変換します 🌡️",
    annotations=ToolAnnotations(title="Temperatura", read_only_hint=True),
    icons=[Icon(src="data:image/svg+xml;base64,PHN2Zy8+", mime_type="image/svg+xml", sizes=["any"])],
)
def convert_temperature(source: Temperature, to: Unit = Unit.CELSIUS) -> Temperature:
    shift = {Unit.CELSIUS: 273.15, Unit.KELVIN: 0.0}
    return Temperature(value=source.value + shift[source.unit] - shift[to], unit=to)


@server.tool(
    annotations=ToolAnnotations(read_only_hint=False, destructive_hint=True),
    meta={"example.org/cost": 3},
    structured_output=False,
)
def delete_note(
    choice: Annotated[ById | ByPosition, Field(discriminator="by")],
    reason: Annotated[str | None, Field(max_length=80)] = None,
) -> str:
    """Deletes a note."""
    note = choice.id if isinstance(choice, ById) else sorted(NOTES)[choice.position]
    return f"{NOTES[note]} deleted: {reason or 'no reason'}"


@server.tool(name="Count_folders", description="Counts the folders in a tree of folders.")
def count_folders(root: Folder, depth: Annotated[int, Field(ge=1, le=50)] = 10) -> int:
    return 1 + sum(count_folders(folder, depth - 1) for folder in root.folders if depth > 1)


@server.tool(description="The time at which this peer stands still.", structured_output=False)
def now() -> str:
    return "2026-07-28T00:00:00Z"


@server.resource(
    "note:///alpha",
    name="note-alpha",
    title="Note alpha",
    description=NOTES["alpha"],
    mime_type="text/plain",
    annotations=Annotations(audience=["user"], priority=0.5),
)
def alpha() -> str:
    return NOTES["alpha"]


@server.resource("note:///index.json", name="index", description="Índice das notas", mime_type="application/json")
def index() -> str:
    return json.dumps(NOTES, ensure_ascii=False)


@server.resource(
    "note:///{id}/text",
    name="note",
    title="A note",
    description="Any note, by its id.",
    mime_type="text/plain",
)
def note_text(id: str) -> str:
    return NOTES[id]


@server.prompt(title="Summarise a note", description="Asks for a summary in a given language.")
def summarise(
    id: Annotated[str, Field(description="The id of the note")],
    language: Annotated[str, Field(description="Língua da resposta")] = "English",
) -> str:
    return f"Summarise in {language}: {NOTES.get(id, '')}"


@server.prompt(description="A greeting.")
def greet() -> str:
    return "Olá!"


@server.completion()
async def complete(ref, argument, context):
    if isinstance(ref, PromptReference) and argument.name != "id":
        return None
    return Completion(values=[id for id in NOTES if id.startswith(argument.value)])


async def serve_http() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        app = server.streamable_http_app(host="127.0.0.1")
        http = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        print(f"READY http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
        await http.serve(sockets=[listener])


if __name__ == "__main__":
    if "--http" in sys.argv:
        anyio.run(serve_http)
    else:
        server.run()
