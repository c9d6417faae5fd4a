"""``pingce annotate``: campaigns without a browser, straight on the database."""

import gc

import click

from pingce.cli.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    lazy={
        "create": "pingce.cli.annotate.create:create",
        "import": "pingce.cli.annotate.items:import_items",
        "preannotate": "pingce.cli.annotate.items:preannotate",
        "chain": "pingce.cli.annotate.chain:chain",
        "training": "pingce.cli.annotate.qualification:training",
        "admit": "pingce.cli.annotate.qualification:admit",
        "quota": "pingce.cli.annotate.quota:quota",
        "reassign": "pingce.cli.annotate.quota:reassign",
        "glosses": "pingce.cli.annotate.glosses:glosses",
        "cleaning": "pingce.cli.annotate.cleaning:cleaning",
        "votes": "pingce.cli.annotate.votes:votes",
        "status": "pingce.cli.annotate.status:status",
        "recount": "pingce.cli.annotate.recount:recount",
        "export": "pingce.cli.annotate.export:export",
        "remove": "pingce.cli.annotate.remove:remove",
        "restore": "pingce.cli.annotate.remove:restore",
        "users": "pingce.cli.annotate.users:users",
        "demo": "pingce.cli.annotate.demo:demo",
    },
)
def annotate() -> None:
    """Items of a task → annotations, decided by double annotation, review and appeal.

    These commands work on the database itself and may be used while `pingce serve` runs on it.

    \b
    create       a campaign from a preset or a form
    import       items into a campaign
    preannotate  answers of a system as suggestions
    chain        decided items on to the next campaign
    training     examples and a test before people may annotate
    admit        the best of one campaign to the next
    quota        how far everybody is, and what somebody leaves
    reassign     a group to another person
    glosses      faults reported in glosses, and reviewed changes
    cleaning     a corpus looked through by hand, before and after
    votes        what experts said about words, and the words left out
    status       campaigns, progress and figures
    recount      kept figures against all rows
    export       official files, full history, tables
    remove       a campaign deleted or archived
    restore      one that was, brought back
    users        people, invites, members
    demo         people and campaigns to look around in
    """
    gc.enable()  # imports and exports may take minutes
