/**
 * What every route must refuse, asked of a running server over HTTP. Nothing here knows a route by name: whatever
 * the contract declares is asked, so a route that is added later is covered without anyone remembering.
 */
import { isDeepStrictEqual } from 'node:util';
import { corporationScopes, type Permission, permissions, type Scope } from '@plumbline/contract/kernel/permissions';
import { type Route, secretFields } from '@plumbline/contract/kernel/route';
import { brokenInputs, fieldsOf, type Ids, type Input, inputFor, pathFieldsOf, send } from './route-inputs.ts';

/** A world as its own people see it. */
export interface Side {
  readonly ids: Ids;
  readonly adminToken: string;
}
export interface Fixture {
  readonly url: string;
  hasRoute(route: Route): boolean;
  readonly own: Side;
  readonly foreign: Side;
  /** Things of another project of `own`, where the member is nobody. */
  readonly sibling: Partial<Ids>;
  /** A corporation whose only project is archived. */
  readonly archived: Side;
  /** A Normal account of `own` without any project. */
  readonly outsiderToken: string;
  /** A member of the project of `own` whose custom role `setMemberPermissions` writes. */
  readonly memberToken: string;
  /** Callers whose token opens less than their account: what is beyond it is foreign to them, whoever they are. */
  readonly narrowed: readonly { readonly who: string; readonly token: string; readonly seesSiblings?: boolean }[];
  setMemberPermissions(permissions: readonly Permission[]): Promise<void>;
  readonly device: { readonly sncode: string; readonly secret: string };
  /** Returns whether the place of `within` in `own` belongs to a project. */
  inProject(within: NonNullable<Route['within']>): Promise<boolean>;
}

/** Every fault of one route, each in a sentence; empty = it refuses what it must. */
export async function faultsOf(fixture: Fixture, route: Route): Promise<string[]> {
  if (!fixture.hasRoute(route)) return ['is declared and not served'];
  const faults: string[] = [];
  const expect = async (
    what: string,
    status: number | number[],
    error: string | undefined,
    input: Input,
    token?: string,
  ) => {
    const answer = await send(fixture.url, route, input, token);
    const right = [status].flat().includes(answer.status) && (error === undefined || answer.body.error === error);
    if (!right)
      faults.push(
        `${what}: ${answer.status} ${answer.body.error ?? ''}, not ${[status].flat().join(' or ')} ${error ?? ''}`,
      );
    return answer;
  };
  if (route.needs === 'device') {
    await deviceFaults(fixture, route, expect);
    return faults;
  }
  if (route.needs === 'feed') {
    await feedFaults(fixture, expect);
    return faults;
  }
  if (route.needs === 'vendor') {
    await vendorFaults(fixture, route, expect);
    return faults;
  }
  const input = inputFor(route, fixture.own.ids);
  await tokenFaults(route, input, expect);
  const token = fixture.own.adminToken;
  for (const { what, input: broken } of brokenInputs(route, input)) {
    const { body } = await expect(what, 400, 'badInput', broken, token);
    if (what.startsWith('without ')) faults.push(...lackFaults(what, body['detail']));
  }
  await queryFaults(fixture, route, input, faults);
  await unreadFaults(fixture, route, input, faults);
  await permissionFaults(fixture, route, input, expect);
  await foreignFaults(fixture, route, input, faults, expect);
  await archivedFaults(fixture, route, faults, expect);
  return faults;
}

/** What is missing is told once, and as missing: not by what its reader made of nothing. */
function lackFaults(what: string, detail: unknown): string[] {
  const field = what.slice('without '.length);
  const of = (Array.isArray(detail) ? detail : []).filter(({ path }) => path === field);
  if (of.length === 0 || (of.length === 1 && !/received|expected/.test(of[0].message))) return [];
  return [`${what} is told as ${of.map(({ message }) => message).join(' and ')}`];
}

/** A DELETE is the same whether its fields are in the body, or in the query; but no secret is taken from an address. */
async function queryFaults({ url, outsiderToken }: Fixture, route: Route, input: Input, faults: string[]) {
  const fields = fieldsOf(route).filter((field) => !pathFieldsOf(route).includes(field) && field in input);
  if (route.method !== 'DELETE' || fields.length === 0) return;
  const isSecret = (field: string) => secretFields.has(field);
  const inPath = Object.fromEntries(pathFieldsOf(route).map((field) => [field, input[field]]));
  const query = (of: readonly string[]) =>
    of.flatMap((field) => [input[field]].flat().map((each): [string, string] => [field, String(each)]));
  const [secret, open] = [fields.filter(isSecret), fields.filter((field) => !isSecret(field))];
  const secrets = Object.fromEntries(secret.map((field) => [field, input[field]]));
  const inBody = await send(url, route, input, outsiderToken);
  const inQuery = await send(url, route, { ...inPath, ...secrets }, outsiderToken, { query: query(open) });
  if (inQuery.status !== inBody.status)
    faults.push(`${open} in the query: ${statusText(inQuery)}, not ${statusText(inBody)}`);
  for (const field of secret) {
    const answer = await send(url, route, { ...input, [field]: undefined }, outsiderToken, { query: query([field]) });
    if (answer.status !== 400) faults.push(`${field} in the query: ${statusText(answer)}, not 400`);
  }
}

/** What nobody would read is refused by its name: a field beside those of the input, in the query, or in a form. */
async function unreadFaults({ url, own }: Fixture, route: Route, input: Input, faults: string[]) {
  const token = own.adminToken;
  // Begins as the query options of a standard do, which has its own words for what it does not know.
  const stray = route.kind === 'document' ? '$unknownField' : 'unknownField';
  const requests: [string, () => ReturnType<typeof send>][] = [
    ['in its input', () => send(url, route, { ...input, [stray]: '1' }, token)],
    ['in the query', () => send(url, route, input, token, { query: { [stray]: '1' } })],
  ];
  // An alias may name somebody else in its path: that comes before the form.
  if (route.kind === 'upload' && (await send(url, route, input, token)).status !== 404)
    requests.push(['in the form', () => send(url, route, input, token, { form: stray })]);
  for (const [where, sendRequest] of requests) {
    const { status, body } = await sendRequest();
    if (status !== 400 || !JSON.stringify(body).includes(stray))
      faults.push(`a field that it has not, ${where}: ${status} ${body.error ?? ''}, not 400 with its name`);
  }
  const texts = Object.entries(input).filter(
    ([field, value]) => typeof value === 'string' && !pathFieldsOf(route).includes(field),
  );
  for (const [field] of texts) {
    const answer = await send(url, route, { ...input, [field]: 'a\u0000b' }, token);
    if (answer.status !== 400) faults.push(`NUL in ${field}: ${answer.status}, not 400`);
  }
}

/** What a project role can hold. */
const givable = permissions.filter((each) => !corporationScopes.includes(each.split(':')[1] as Scope));

type Expect = (
  what: string,
  status: number | number[],
  error: string | undefined,
  input: Input,
  token?: string,
) => ReturnType<typeof send>;

async function tokenFaults(route: Route, input: Input, expect: Expect) {
  if (route.needs === 'anyone') return;
  await expect('without a token', 401, 'notSignedIn', input);
  const { body } = await expect('with a token that is none', 401, 'tokenExpired', input, 'pls_nonsense');
  if (body.code !== 8007) await expect('with a token that is none, code 8007', [], undefined, input, 'pls_nonsense');
}

async function deviceFaults({ device, own, foreign }: Fixture, route: Route, expect: Expect) {
  const ids = pathFieldsOf(route).filter((field) => field !== 'sncode');
  const input: Input = { sncode: device.sncode, ...Object.fromEntries(ids.map((field) => [field, absent])) };
  await expect('without a secret', 401, 'deviceRefused', input);
  await expect('with a wrong secret', 401, 'deviceRefused', input, 'pld_nonsense');
  await expect('with the secret of another', 401, 'deviceRefused', { ...input, sncode: 'unknown-1' }, device.secret);
  for (const person of [own.adminToken, foreign.adminToken])
    await expect("with a person's token", 401, 'deviceRefused', input, person);
  for (const field of ids) {
    await expect(`${field} = nonsense`, 400, 'badInput', { ...input, [field]: 'nonsense' }, device.secret);
    await expect(`of a ${field} that is none of its business`, 404, 'notFound', input, device.secret);
  }
  if (ids.length > 0) return;
  await expect('with a body that is no reading', 400, undefined, { ...input, nonsense: true }, device.secret);
}

/** Of a feed that is not there and one whose secret is another's: deliberately the same answer. */
async function feedFaults({ device, own, foreign }: Fixture, expect: Expect) {
  const input: Input = { feedKey: 'feed-00000000000000000000' };
  await expect('without a secret', 401, 'feedRefused', input);
  for (const secret of ['plf_nonsense', device.secret, own.adminToken, foreign.adminToken])
    await expect('with a secret that is none', 401, 'feedRefused', input, secret);
}

/** What a vendor has not signed is not found where nothing is set up, whatever token it bears; its own test signs. */
async function vendorFaults({ own, foreign }: Fixture, route: Route, expect: Expect) {
  const input: Input = { ...(route.example as Input) };
  for (const token of [undefined, 'plt_nonsense', own.adminToken, foreign.adminToken])
    await expect('without a signature', [401, 404], undefined, input, token);
}

async function permissionFaults(fixture: Fixture, route: Route, input: Input, expect: Expect) {
  if (!route.needs.includes(':')) return;
  const needs = route.needs as Permission;
  if (!route.within)
    return void (await expect('by an account that holds nothing', 403, 'notAllowed', input, fixture.outsiderToken));
  if (await fixture.inProject(route.within))
    await expect('by a colleague outside the project', 404, 'notFound', input, fixture.outsiderToken);
  else await expect('by a colleague without permission', 403, 'notAllowed', input, fixture.outsiderToken);
  await fixture.setMemberPermissions(givable.filter((each) => each !== needs));
  await expect(`by a member who lacks only ${needs}`, 403, 'notAllowed', input, fixture.memberToken);
}

/** Larger than any id that there will be. */
const absent = 2_147_483_647;

async function foreignFaults(fixture: Fixture, route: Route, input: Input, faults: string[], expect: Expect) {
  const { own, foreign, sibling, memberToken } = fixture;
  if (route.within)
    await expect('by the administrator of another corporation', 404, 'notFound', input, foreign.adminToken);
  await strangeFaults(fixture, route, input, faults, { whose: 'foreign', ids: foreign.ids, token: own.adminToken });
  await fixture.setMemberPermissions(givable);
  await strangeFaults(fixture, route, input, faults, { whose: "another project's", ids: sibling, token: memberToken });
  for (const { who, token, seesSiblings = false } of fixture.narrowed) {
    await strangeFaults(fixture, route, input, faults, { whose: `${who}: foreign`, ids: foreign.ids, token });
    if (seesSiblings) continue;
    await strangeFaults(fixture, route, input, faults, { whose: `${who}: another project's`, ids: sibling, token });
  }
}

/** What an id stands beside, where the example of its route could not hold it. */
const besides: Readonly<Record<string, Input>> = {
  'POST /projects/{projectId}/reports alertId': { type: 'event', day: undefined },
  'POST /reports alertId': { type: 'event', day: undefined },
};

/** Each id of the input in turn is somebody else's: it must be answered exactly like one that does not exist. */
async function strangeFaults(
  { url, own }: Fixture,
  route: Route,
  input: Input,
  faults: string[],
  { whose, ids, token }: { whose: string; ids: Partial<Ids>; token: string },
) {
  for (const field of fieldsOf(route)) {
    // Templates of limits are called so too.
    if (field === 'templateId' && !route.path.includes('report-templates')) continue;
    const strange = ids[field as keyof Ids];
    if (strange === undefined) continue;
    const ours = own.ids[field as keyof Ids];
    const tries = Array.isArray(strange)
      ? [(id: number) => [...(ours as number[]), id], (id: number) => [id, ...(ours as number[])]]
      : [(id: number) => id];
    for (const place of tries) {
      const beside = besides[`${route.method} ${route.path} ${field}`] ?? {};
      const requestFor = (id: number) => send(url, route, { ...input, ...beside, [field]: place(id) }, token);
      const [there, nowhere] = [await requestFor([strange].flat()[0]!), await requestFor(absent)];
      const { detail: _, ...bodyWithoutDetail } = there.body;
      const { detail: __, ...ofAbsent } = nowhere.body;
      if (there.status !== nowhere.status || !isDeepStrictEqual(bodyWithoutDetail, ofAbsent))
        faults.push(`${whose} ${field} is told from an absent one: ${statusText(there)}, not ${statusText(nowhere)}`);
      // A file is looked at before its handler finds anything beside its place.
      if (route.kind === 'upload' && field !== route.within && there.status === 415) continue;
      const mustFail =
        pathFieldsOf(route).includes(field) ||
        field === route.within ||
        (route.method !== 'GET' && !route.readOnly) ||
        Array.isArray(strange);
      if (mustFail && there.status !== 404 && !['notAllowed', 'seeAsReadOnly'].includes(there.body.error ?? ''))
        faults.push(`${whose} ${field}: ${statusText(there)}, not 404`);
    }
  }
}

const statusText = ({ status, body }: Awaited<ReturnType<typeof send>>) => `${status} ${body.error ?? ''}`.trim();

async function archivedFaults({ url, archived }: Fixture, route: Route, faults: string[], expect: Expect) {
  if (!route.within || !['projectId', 'structureId', 'pointId', 'pointIds'].includes(route.within)) return;
  if (route.evenArchived) return;
  const input = inputFor(route, archived.ids);
  if (route.method !== 'GET' && !route.readOnly)
    return void (await expect('in an archived project', 409, 'archived', input, archived.adminToken));
  const answer = await send(url, route, input, archived.adminToken);
  if (answer.body.error === 'archived') faults.push('reading in an archived project is refused');
}
