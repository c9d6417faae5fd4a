"""Files for containers and services name files, commands, options, variables and addresses that there are."""

import asyncio
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from fnmatch import fnmatch
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import click
import pytest
import yaml  # type: ignore[import-untyped] # comes without types
from fastapi.routing import iter_route_contexts
from sqlalchemy import create_engine
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from pingce.cli.main import cli
from pingce.cli.reference import walk
from pingce.server.app import create_app
from pingce.server.people.secrets import SECRET_VARIABLE
from pingce.server.request_context import Server

ROOT = Path(__file__).parents[1]
DOCKERFILE = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
UNIT = ROOT / "deploy" / "pingce.service"
IGNORED = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
OTHERS = {"PGPASSWORD", "FORWARDED_ALLOW_IPS"}
"""Variables of libpq and uvicorn."""


def steps(keyword: str) -> list[str]:
    return re.findall(rf"^{keyword} (.*)$", DOCKERFILE, re.MULTILINE)


def variables() -> set[str]:
    """Every variable that an option is read from, and the secret."""
    known = {SECRET_VARIABLE, *OTHERS}
    for context in walk(click.Context(cli, info_name="pingce", auto_envvar_prefix="PINGCE")):
        for one in context.command.params:
            known |= {f"{context.auto_envvar_prefix}_{one.name}".upper()} | ({str(one.envvar)} if one.envvar else set())
    return known


def options(words: list[str]) -> dict[str, Any]:
    """What a command line of pingce sets; fails where there is no such command or option."""
    with cli.make_context("pingce", list(words)) as context:
        rest = [*context._protected_args, *context.args]
        command = cli.get_command(context, rest[0])
        assert command is not None
        return command.make_context(rest[0], rest[1:]).params


def test_the_image_is_built_from_files_that_are_there_and_not_ignored() -> None:
    copied = [word for step in steps("COPY") if "--from=" not in step for word in step.split()[:-1]]
    assert sorted(set(copied)) == [
        *("LICENSE", "README.md", "examples/", "hatch_build.py", "pyproject.toml"),
        *("requirements/build.txt", "requirements/server.txt"),
        *("src/", "web/", "web/package-lock.json", "web/package.json"),
    ]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    kept = {line[1:] for line in IGNORED if line.startswith("!")}
    assert {name.split("/")[0] for name in copied} == kept
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = wanted["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert [name for name in included if not any(fnmatch(name, f"{one.rstrip('/')}*") for one in copied)] == []
    assert wanted["project"]["readme"] in copied
    assert "postgres" in wanted["project"]["optional-dependencies"]


def test_stages_are_named_before_they_are_used_and_the_last_one_is_nobody_special() -> None:
    named = re.findall(r"^FROM \S+ AS (\w+)$", DOCKERFILE, re.MULTILINE)
    assert set(re.findall(r"--from=(\w+)", DOCKERFILE)) == set(named) == {"pages", "wheel"}
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER pingce$", last, re.MULTILINE)
    assert [word for word in re.findall(r"FROM (\S+)", DOCKERFILE) if "." in word.split("/")[0].split(":")[0]] == []
    static = (ROOT / "web" / "vite.config.ts").read_text(encoding="utf-8")
    assert "../src/pingce/server/static" in static
    assert "--from=pages /build/src/pingce/server/static/ src/pingce/server/static/" in DOCKERFILE


def test_commands_and_variables_of_the_containers_are_ours() -> None:
    assert json.loads(steps("ENTRYPOINT")[0]) == ["pingce"]
    options(json.loads(steps("CMD")[0]))
    web = COMPOSE["services"]["web"]
    assert options(web["command"])["workers"] == 2
    ours = {name for name in re.findall(r"[A-Z_]+(?==)", steps("ENV")[0]) if name.startswith("PINGCE")}
    assert {*ours, *web["environment"]} <= variables()
    assert set(re.findall(r"\$\{(\w+)", json.dumps(COMPOSE))) == {
        *("PINGCE_DB_PASSWORD", "PINGCE_SECRET", "PINGCE_NAMES"),
    }
    url = web["environment"]["PINGCE_DATABASE"]
    database = COMPOSE["services"]["db"]["environment"]
    assert url == f"postgresql+psycopg://{database['POSTGRES_USER']}@db/{database['POSTGRES_DB']}"
    assert {one.split(":")[0] for service in COMPOSE["services"].values() for one in service["volumes"]} == {
        *COMPOSE["volumes"]
    }


def test_only_the_gateway_of_the_containers_is_believed_about_addresses() -> None:
    [network] = COMPOSE["networks"]["default"]["ipam"]["config"]
    believed = COMPOSE["services"]["web"]["environment"]["FORWARDED_ALLOW_IPS"]
    assert believed == network["gateway"]
    assert ip_address(believed) in ip_network(network["subnet"])


@pytest.mark.parametrize("forged", ["9.9.9.{}", "9.9.9.{}, 203.0.113.5"])
def test_an_address_that_a_visitor_writes_does_not_get_past_a_limit(forged: str) -> None:
    """As the proxy of the page on operations sends it on: `$remote_addr` takes the place of what was there."""
    page = (ROOT / "docs" / "howto" / "operate.md").read_text(encoding="utf-8")
    [variable] = re.findall(r"proxy_set_header X-Forwarded-For \$(\w+);", page)
    trusted = COMPOSE["services"]["web"]["environment"]["FORWARDED_ALLOW_IPS"]
    seen: list[object] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])

    middleware = ProxyHeadersMiddleware(app, trusted)
    visitor = "203.0.113.5"
    for i in range(3):
        written = forged.format(i)
        sent = {"remote_addr": visitor, "proxy_add_x_forwarded_for": f"{written}, {visitor}"}[variable]
        for header in (sent, f"{written}, {visitor}"):  # and with a proxy that adds instead
            scope = {"type": "http", "client": ("172.30.83.1", 1), "headers": [(b"x-forwarded-for", header.encode())]}
            asyncio.run(middleware(scope, None, None))  # type: ignore[arg-type] # neither is used
    assert seen == [visitor] * 6


def test_ports_and_the_address_of_the_health_check_agree() -> None:
    port = options(["serve"])["port"]
    assert steps("EXPOSE") == [str(port)]
    assert COMPOSE["services"]["web"]["ports"] == [f"127.0.0.1:{port}:{port}"]
    [(asked, path)] = re.findall(r"http://127\.0\.0\.1:(\d+)(/\S+?)'", steps("HEALTHCHECK")[0])
    app = create_app(Server(create_engine("sqlite://"), b""))
    assert (asked, path in {str(one.path) for one in iter_route_contexts(app.routes)}) == (str(port), True)


def unit() -> ConfigParser:
    parsed = ConfigParser(strict=False, interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment,method-assign] # names are as they are written
    parsed.read(UNIT, encoding="utf-8")
    return parsed


def test_the_unit_runs_our_command_with_a_file_whose_keys_are_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = unit()["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert program.endswith("/bin/pingce")
    assert words == ["--config", "/etc/pingce/pingce.toml", "serve"]
    assert service["KillSignal"] == "SIGTERM"
    shown = cli.main(["--config", str(UNIT.with_name("pingce.toml")), "config"], standalone_mode=False)
    assert shown is None  # a wrong key would be an exit code
    content = tomllib.loads(UNIT.with_name("pingce.toml").read_text(encoding="utf-8"))
    assert Path(content["database"]).parent == Path("/var/lib") / service["StateDirectory"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    program = tmp_path / "pingce"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    copy = tmp_path / "pingce.service"
    text = UNIT.read_text(encoding="utf-8").replace("/opt/pingce/bin/pingce --config", f"{program} --config")
    copy.write_text(text, encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, encoding="utf-8")
    assert (done.returncode, [line for line in done.stderr.splitlines() if "pingce" in line]) == (0, [])
