import type { Operation } from './reference-document.ts';

/** Input of a call as a person types it: texts of parameters by name, and the text of the body. */
export interface CallInput {
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

export const jsonContent = (operation: Operation) => operation.requestBody?.content['application/json'];
export const takesFile = (operation: Operation): boolean =>
  operation.requestBody?.content['multipart/form-data'] !== undefined;

/** Returns the input of the example in the document. */
export function exampleOf(operation: Operation): CallInput {
  const body = jsonContent(operation)?.example;
  return {
    values: Object.fromEntries(operation.parameters.map(({ name, example }) => [name, textOf(example)])),
    body: body === undefined ? '' : JSON.stringify(body, null, 2),
  };
}

/** The address of a call, relative to the installation. A list of values may be given as JSON. */
export function addressOf(operation: Operation, { values }: CallInput): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams();
  for (const each of operation.parameters) {
    const value = values[each.name] ?? '';
    if (each.in !== 'query' || value === '') continue;
    for (const one of listOf(value)) query.append(each.name, one);
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

function listOf(value: string): string[] {
  if (!value.startsWith('[')) return [value];
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map(textOf) : [value];
  } catch {
    return [value];
  }
}

/** Names of the parameters that must be given and are not. */
export const missingOf = (operation: Operation, { values }: CallInput): string[] =>
  operation.parameters.filter((each) => each.required && (values[each.name] ?? '') === '').map(({ name }) => name);

/** The call as a line for a terminal. `base` = address of the installation, without a slash at its end. */
export function curlOf(operation: Operation, callInput: CallInput, base: string): string {
  const needs = operation['x-permission'];
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [`curl -X ${operation.method} ${quoted(`${base}${addressOf(operation, callInput)}`)}`];
  if (needs === 'vendor') lines.push(`-H 'X-Slack-Signature: v0=SIGNATURE'`);
  else if (needs === 'device' || needs === 'feed') lines.push(`-H 'Authorization: Bearer SECRET'`);
  else if (needs !== 'anyone') lines.push(`-H "Authorization: Bearer $TOKEN"`);
  if (takesFile(operation)) lines.push(`-F 'file=@FILE'`);
  else if (jsonContent(operation) && callInput.body.trim() !== '')
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(compact(callInput.body))}`);
  return lines.join(' \\\n  ');
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
