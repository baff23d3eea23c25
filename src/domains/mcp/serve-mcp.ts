import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { asFailure } from '../../platform/http/envelope.js';
import { notFound } from '../../platform/http/failure.js';
import { VERSION } from '../../platform/version.js';
import { type CallContext, type CallOutcome, callOperation, mayCall } from './call-operation.js';
import type { Operation } from './operations.js';
import { COMPACT_TOOLS, searchOperations, toolOf } from './tools.js';

/** The tools that a program asks for. */
export type ToolChoice = { isCompact: boolean; tags: readonly string[] };

type Fields = Record<string, unknown>;

const INSTRUCTIONS = [
  'Tools of a retail shop: each calls one route of its API with the rights of the login.',
  'Amounts are decimal strings such as "12.50", times are UTC.',
  'A change may answer APPROVAL_NEEDED with approval_request_id: a second person approves it at the',
  'desk within 5 minutes; then repeat the same call with that approval_request_id. It works once.',
  'Lists answer next_cursor if there is more; send it as cursor in query.',
].join(' ');

/**
 * Answers one message of a program. Nothing is kept between messages, so any node answers the next
 * one.
 */
export async function serveMcp(
  context: CallContext,
  choice: ToolChoice,
  message: { headers: Headers; body: unknown },
): Promise<Response> {
  const { server } = new McpServer(
    { name: 'tillhouse', title: 'Tillhouse', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const offered = offeredTo(context, choice);
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: choice.isCompact ? [...COMPACT_TOOLS] : offered.map(toolOf),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    answered(context, () => {
      const sent = params.arguments ?? {};
      return choice.isCompact
        ? callCompact(context, offered, params.name, sent)
        : callOperation(context, params.name, sent).then(resultOf);
    }),
  );
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: message.headers,
    });
    return await transport.handleRequest(request, { parsedBody: message.body });
  } finally {
    await server.close();
  }
}

/** The operations that the caller may call, in the areas that the program asks for. */
function offeredTo({ operations, caller }: CallContext, { tags }: ToolChoice): Operation[] {
  const wanted = new Set(tags.map(tag => tag.toLowerCase()));
  return operations.all.filter(
    operation =>
      mayCall(caller, operation) &&
      (wanted.size === 0 || operation.tags.some(tag => wanted.has(tag.toLowerCase()))),
  );
}

async function callCompact(
  context: CallContext,
  offered: readonly Operation[],
  tool: string,
  { name, ...sent }: Fields,
): Promise<CallToolResult> {
  if (tool === 'search_operations') return shown(searchOperations(offered, sent));
  if (tool === 'describe_operation') {
    const operation = offered.find(one => one.name === name);
    if (operation === undefined) throw notFound('Operation');
    return shown({ ...toolOf(operation) });
  }
  if (tool !== 'call_operation') throw notFound('Tool');
  return resultOf(await callOperation(context, String(name), sent));
}

const shown = (content: Fields, isError = false): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(content) }],
  structuredContent: content,
  isError,
});

function resultOf(outcome: CallOutcome): CallToolResult {
  if (!('asked' in outcome)) return shown(outcome, outcome.status >= 400);
  const { requestId, expiresAt, storeId } = outcome.asked;
  return shown(
    {
      code: 'APPROVAL_NEEDED',
      message:
        'Nothing was changed. A second person must approve this at the desk; then repeat the call with approval_request_id.',
      approval_request_id: requestId,
      expires_at: expiresAt.toISOString(),
      store_id: storeId,
    },
    true,
  );
}

/** A refusal is an answer that the program reads, not an error of the protocol. */
async function answered(
  { platform }: CallContext,
  work: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    const failure = asFailure(error);
    if (failure === undefined) {
      platform.log.error({ err: error }, 'unexpected error in a tool');
      return shown({ status: 500, body: { code: 'INTERNAL_ERROR' } }, true);
    }
    const { status, code, message: detail, extra } = failure;
    return shown({ status, body: { detail, code, errors: extra.fields } }, true);
  }
}
