/** A project as the page for field work shows it: read from the server where that answers, else as it was kept here. */

import { inspections } from '@plumbline/contract/points/inspections';
import { type Point, points } from '@plumbline/contract/points/points';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { useQuery } from '@tanstack/react-query';
import { restore } from '../../../app/restore.queries.ts';
import { AnsweredFailure } from '../../../kernel/call.ts';
import { markFieldWork } from '../../../kernel/field-work-mark.ts';
import { queryClient } from '../../../kernel/queries.ts';
import { read } from '../../../kernel/reads.ts';
import { serverNow } from '../../../kernel/server-clock.ts';
import * as session from '../../../kernel/session.ts';
import { duePlans } from './due.parts.ts';
import { allPacks, type Pack, packOf, putPack, removePacks } from './field-store.parts.ts';

const everyMs = 60_000;
/** While the server cannot be reached. */
const awayEveryMs = 8_000;
const pageSize = 2_000;
/** More points than this are not taken along: nobody walks to them. */
const maxPoints = 10_000;

export interface FieldProject {
  /** null = nothing is known of it here. */
  readonly pack: Pack | null;
  /** `live` = just read; `kept` = as it was, since the server cannot be reached; `signIn` = nobody is signed in. */
  readonly state: 'live' | 'kept' | 'signIn';
}

/** Which session a pack was read in, without the token itself; null where the page came without TLS: nothing is kept then. */
async function digestOfToken(): Promise<string | null> {
  const token = session.token();
  if (token === null || !globalThis.crypto.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What is kept of the project, if it was read in the session of this browser. */
async function storedPack(projectId: number): Promise<Pack | null> {
  const [pack, digest] = await Promise.all([packOf(projectId), digestOfToken()]);
  return pack && digest !== null && pack.tokenDigest === digest ? pack : null;
}

/** The projects that this browser keeps for the session that it has, by name; undefined = not looked up yet. */
export function useOfflineProjects(): readonly Pack[] | undefined {
  return useQuery({
    queryKey: ['fieldWork', 'projects'],
    queryFn: async () => {
      const [packs, digest] = await Promise.all([allPacks(), digestOfToken()]);
      return packs
        .filter(({ tokenDigest }) => digest !== null && tokenDigest === digest)
        .sort((a, b) => a.open.project.name.localeCompare(b.open.project.name));
    },
    staleTime: 0,
    retry: false,
  }).data;
}

async function readPoints(projectId: number): Promise<Point[]> {
  const pointList: Point[] = [];
  for (let page = 1; pointList.length < maxPoints; page++) {
    const { measuringPoints, total } = await read(points.list, { projectId, page, pageSize });
    pointList.push(...measuringPoints);
    if (measuringPoints.length === 0 || pointList.length >= total) break;
  }
  return pointList.filter(({ archivedAt }) => archivedAt === null);
}

/** More rounds than this are not taken along. */
const maxRounds = 30;

/** The plans, and whatever is needed to inspect those that are due without a network. */
async function readPlans(projectId: number, mayRead: boolean): Promise<Pick<Pack, 'plans' | 'rounds' | 'templates'>> {
  if (!mayRead) return { plans: [] };
  const [{ plans }, { templates }] = await Promise.all([
    read(inspections.plans, { projectId }),
    read(inspections.templates, { projectId }),
  ]);
  const due = duePlans(plans).slice(0, maxRounds);
  const roundIds = due.flatMap(({ roundId }) => (roundId === null ? [] : [roundId]));
  const rounds = await Promise.all(roundIds.map((roundId) => read(inspections.get, { projectId, roundId })));
  return {
    plans,
    rounds: rounds.map(({ round }) => round),
    templates: templates.filter(({ id }) => due.some(({ templateId }) => templateId === id)),
  };
}

/** Reads all of it and keeps it. Throws as `read` does. */
async function readPack(projectId: number): Promise<Pack> {
  const user = session.current()?.user;
  const open = await read(projects.get, { projectId });
  const [points, places, plans, digest] = await Promise.all([
    readPoints(projectId),
    open.permissions.includes('Retrieve:Structure') ? read(structures.list, { projectId }) : null,
    readPlans(projectId, open.permissions.includes('Retrieve:Data')),
    digestOfToken(),
  ]);
  const pack: Pack = {
    projectId,
    userId: user?.id ?? 0,
    userName: user?.name ?? '',
    tokenDigest: digest ?? '',
    readAt: serverNow(),
    open,
    places: Object.fromEntries((places?.structures ?? []).map(({ id, name }) => [id, name])),
    points: points,
    ...plans,
  };
  if (digest !== null) {
    await putPack(pack);
    markFieldWork(projectId);
  }
  return pack;
}

const keyOfProject = (projectId: number) => ['fieldWork', projectId] as const;

/** Throws AnsweredFailure notFound or notAllowed: the project is not for this person, and nothing of it stays here. */
async function readProject(projectId: number): Promise<FieldProject> {
  if (session.token() === null) return { pack: null, state: 'signIn' };
  // The page opened without waiting to be told who is here.
  if (session.current() === null) await restore();
  if (session.token() === null) return { pack: null, state: 'signIn' };
  if (session.current() !== null)
    try {
      return { pack: await readPack(projectId), state: 'live' };
    } catch (error) {
      if (session.token() === null) return { pack: null, state: 'signIn' };
      if (error instanceof AnsweredFailure && (error.name === 'notFound' || error.name === 'notAllowed')) {
        await removePacks();
        throw error;
      }
    }
  // Over plain HTTP nothing is on the disk: what this page has read stays, with what is being typed over it.
  const cachedPack = queryClient.getQueryData<FieldProject>(keyOfProject(projectId))?.pack ?? null;
  return { pack: (await storedPack(projectId)) ?? cachedPack, state: 'kept' };
}

/** Read again each minute and whenever the network comes back. What is kept is shown while the server is asked. */
export function useFieldProject(projectId: number) {
  const stored = useQuery({
    queryKey: ['fieldWork', 'kept', projectId],
    queryFn: () => storedPack(projectId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const query = useQuery({
    queryKey: keyOfProject(projectId),
    queryFn: () => readProject(projectId),
    refetchInterval: ({ state: { data } }) => (data?.state === 'live' ? everyMs : awayEveryMs),
    refetchOnReconnect: 'always',
    retry: false,
  });
  const project: FieldProject | undefined =
    query.data ?? (stored.data ? { pack: stored.data, state: 'kept' } : undefined);
  return { shown: project, isReading: query.data === undefined, error: query.error, again: query.refetch };
}
