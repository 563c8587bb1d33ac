/** A client of the Model Context Protocol, of the SDK itself, with a token of a program. */
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Permission } from '@plumbline/contract/kernel/permissions';
import { users } from '@plumbline/contract/people/users';
import type { TestServer } from './harness.ts';

export async function openClient(server: TestServer, token: string) {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/api/mcp`), { requestInit });
  // The SDK's own class does not say `undefined` where its interface does.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  /** Calls a tool that must succeed, or must fail with an error of the catalogue. */
  const called = async (name: string, input: object = {}) => {
    const answer = await client.callTool({ name, arguments: input as Record<string, unknown> });
    const [{ text } = { text: '' }] = answer.content as { text: string }[];
    // biome-ignore lint/suspicious/noExplicitAny: what a program sees is a JSON value
    return { isError: answer.isError === true, facts: answer.structuredContent as any, text };
  };
  return {
    client,
    called,
    async facts(name: string, input: object = {}) {
      const { isError, facts, text } = await called(name, input);
      assert.equal(isError, false, text);
      return facts;
    },
    async error(name: string, input: object = {}) {
      const { isError, facts, text } = await called(name, input);
      assert.equal(isError, true, text);
      return facts;
    },
  };
}

/** A token of a program with these permissions, in these projects. */
export async function programToken(
  server: TestServer,
  owner: string,
  permissions: readonly Permission[],
  projectIds: readonly number[] | null = null,
) {
  const scope = { permissions: [...permissions], projectIds: projectIds && [...projectIds] };
  const { body } = await server.call(users.createToken, { name: 'assistant', scope }, owner);
  assert.ok(body.token, JSON.stringify(body));
  return { token: body.token, tokenId: body.accessToken.id };
}

export const readPermissions = [
  'Retrieve:Project',
  'Retrieve:Structure',
  'Retrieve:MeasuringPoint',
  'Retrieve:Device',
  'Retrieve:Data',
  'Retrieve:Alert',
] as const satisfies readonly Permission[];
