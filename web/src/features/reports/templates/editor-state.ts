/** The blocks of a template while somebody edits them, with what can be undone. Pure; blocks have keys here, and none where they are stored. */
import type { BlockKind, ReportBlock, TemplateContent } from '@plumbline/contract/reports/templates.blocks';

export interface KeyedBlock {
  readonly key: number;
  readonly block: ReportBlock;
}
/** Draft in the editor. */
export interface Draft {
  readonly paper: TemplateContent['paper'];
  readonly orientation: TemplateContent['orientation'];
  readonly blocks: readonly KeyedBlock[];
}
export interface EditorState {
  readonly draft: Draft;
  readonly chosen: number | null;
  readonly past: readonly Draft[];
  readonly future: readonly Draft[];
  readonly nextKey: number;
  /** Counts what changed the draft from outside of its fields: they are drawn anew then. */
  readonly turn: number;
  /** Which block the last change was typed into: what is typed on there is one step. */
  readonly typing: number | null;
}

export type EditorAct =
  | { readonly act: 'open'; readonly content: TemplateContent }
  | { readonly act: 'choose'; readonly key: number | null }
  | { readonly act: 'page'; readonly change: Partial<Pick<Draft, 'paper' | 'orientation'>> }
  | { readonly act: 'add'; readonly block: ReportBlock }
  | { readonly act: 'change'; readonly key: number; readonly block: ReportBlock }
  | { readonly act: 'rest' }
  | { readonly act: 'move'; readonly key: number; readonly to: number }
  | { readonly act: 'copy' | 'remove'; readonly key: number }
  | { readonly act: 'replace'; readonly content: TemplateContent }
  | { readonly act: 'undo' | 'redo' };

const maxSteps = 100;

const draftOf = ({ paper, orientation, blocks }: TemplateContent, from: number): Draft => ({
  paper,
  orientation,
  blocks: blocks.map((block, i) => ({ key: from + i, block })),
});
export const contentOf = ({ paper, orientation, blocks }: Draft): TemplateContent => ({
  paper,
  orientation,
  blocks: blocks.map(({ block }) => block),
});

export function openEditor(content: TemplateContent): EditorState {
  const draft = draftOf(content, 0);
  return {
    draft,
    chosen: draft.blocks[0]?.key ?? null,
    past: [],
    future: [],
    nextKey: content.blocks.length,
    turn: 0,
    typing: null,
  };
}

/** The next state with another draft, the one before kept to go back to. */
function stepTo(state: EditorState, draft: Draft, more: Partial<EditorState> = {}): EditorState {
  return {
    ...state,
    draft,
    past: [...state.past, state.draft].slice(-maxSteps),
    future: [],
    typing: null,
    ...more,
  };
}

// Long because it is one table of acts, each a line or two.
export function edit(state: EditorState, action: EditorAct): EditorState {
  const { draft, past, future } = state;
  const { blocks } = draft;
  const place = 'key' in action ? blocks.findIndex(({ key }) => key === action.key) : -1;
  switch (action.act) {
    case 'open':
      return { ...openEditor(action.content), turn: state.turn + 1 };
    case 'choose':
      return { ...state, chosen: action.key, typing: null };
    case 'rest':
      return { ...state, typing: null };
    case 'page':
      return stepTo(state, { ...draft, ...action.change });
    case 'add': {
      const at = blocks.findIndex(({ key }) => key === state.chosen) + 1 || blocks.length;
      const added = { key: state.nextKey, block: action.block };
      return stepTo(
        state,
        { ...draft, blocks: blocks.toSpliced(at, 0, added) },
        { chosen: added.key, nextKey: state.nextKey + 1 },
      );
    }
    case 'change': {
      if (place < 0) return state;
      const next = { ...draft, blocks: blocks.with(place, { key: action.key, block: action.block }) };
      // Letters typed one after the other into a block are one step.
      return state.typing === action.key
        ? { ...state, draft: next, future: [] }
        : stepTo(state, next, { typing: action.key });
    }
    case 'move': {
      const moved = blocks[place];
      const to = Math.max(0, Math.min(blocks.length - 1, action.to));
      if (!moved || to === place) return state;
      return stepTo(state, { ...draft, blocks: blocks.toSpliced(place, 1).toSpliced(to, 0, moved) });
    }
    case 'copy': {
      const copied = blocks[place];
      if (!copied) return state;
      const added = { key: state.nextKey, block: copied.block };
      return stepTo(
        state,
        { ...draft, blocks: blocks.toSpliced(place + 1, 0, added) },
        { chosen: added.key, nextKey: state.nextKey + 1 },
      );
    }
    case 'remove': {
      // A template has a block at least.
      if (place < 0 || blocks.length === 1) return state;
      const others = blocks.toSpliced(place, 1);
      return stepTo(state, { ...draft, blocks: others }, { chosen: (others[place] ?? others.at(-1))?.key ?? null });
    }
    case 'replace':
      return stepTo(state, draftOf(action.content, state.nextKey), {
        chosen: null,
        nextKey: state.nextKey + action.content.blocks.length,
        turn: state.turn + 1,
      });
    case 'undo': {
      const before = past.at(-1);
      if (!before) return state;
      return {
        ...state,
        draft: before,
        past: past.slice(0, -1),
        future: [draft, ...future],
        turn: state.turn + 1,
        typing: null,
      };
    }
    case 'redo': {
      const [after, ...later] = future;
      if (!after) return state;
      return { ...state, draft: after, past: [...past, draft], future: later, turn: state.turn + 1, typing: null };
    }
  }
}

/** Blocks by what they are about, as they are offered. */
export const blockGroups: readonly {
  readonly group: 'frame' | 'figures' | 'events' | 'site' | 'record';
  readonly kinds: readonly BlockKind[];
}[] = [
  { group: 'frame', kinds: ['cover', 'contents', 'text', 'conclusions'] },
  {
    group: 'figures',
    kinds: ['summary', 'statistics', 'comparison', 'charts', 'profiles', 'masters', 'views', 'plugin'],
  },
  { group: 'events', kinds: ['alerts', 'devices'] },
  { group: 'site', kinds: ['drawings', 'works', 'inspections', 'photos', 'weather'] },
  { group: 'record', kinds: ['readings', 'method'] },
];
