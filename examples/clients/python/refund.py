import os

from ostiary_client import AuthenticatedClient
from ostiary_client.api.jobs_and_files import submit_solve
from ostiary_client.models import GuardrailSolveRequest, GuardrailSolveResult, Problem, ToolCall, ToolCallArguments

client = AuthenticatedClient(
    base_url=os.environ.get("OSTIARY_URL", "http://localhost:8080"),
    token=os.environ.get("OSTIARY_KEY", ""),
)

request = GuardrailSolveRequest(
    mode="guardrail",
    policy='dialect 1; allow refund_order when amount <= 100.00 EUR; @id("large") confirm refund_order when amount > 100.00 EUR;',
    action=ToolCall(tool="refund_order", arguments=ToolCallArguments.from_dict({"amount": "250.00 EUR"})),
)

job = submit_solve.sync(client=client, body=request, prefer="wait=30")
if isinstance(job, Problem):
    raise SystemExit(f"{job.slug}: {job.detail}")
if job is not None and isinstance(job.result, GuardrailSolveResult):
    print(f"{job.result.answer.value}, because of {', '.join(rule.rule for rule in job.result.deciding)}")
elif job is not None:
    print(f"{job.id} is {job.status.value}: {job.error.detail if job.error else 'ask again later'}")
