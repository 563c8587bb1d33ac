/** Edits of a format's lists of keys, each giving a new format. */
import type {
  PushAlertKey,
  PushAuthKey,
  PushDataKey,
  PushLayout,
  PushMetaKey,
} from '@plumbline/contract/reports/push-formats.shapes';

export type KeyList = 'dataKeys' | 'metaKeys' | 'alertKeys';
export type AnyKey = PushDataKey | PushMetaKey | PushAlertKey;
type ListName = KeyList | 'authKeys';

/** A name that the list does not have yet: `key`, `key2` and so on. */
export function freeName(paths: readonly string[], base = 'key'): string {
  let name = base;
  for (let i = 2; paths.includes(name); i++) name = `${base}${i}`;
  return name;
}

const withList = (layout: PushLayout, name: ListName, list: readonly (AnyKey | PushAuthKey)[]): PushLayout => ({
  ...layout,
  [name]: list,
});

export function addKey(layout: PushLayout, name: KeyList): PushLayout {
  const path = freeName(layout[name].map((key) => key.path));
  const source = name === 'metaKeys' ? 'constant' : 'value';
  const key = { path, source, type: name === 'metaKeys' ? 'string' : 'number', text: '', pattern: 'iso', field: null };
  return withList(layout, name, [...layout[name], key as AnyKey]);
}

export function addAuthKey(layout: PushLayout, path = freeName(layout.authKeys.map((key) => key.path))): PushLayout {
  const key: PushAuthKey = {
    path,
    place: 'header',
    method: 'fixed',
    length: 16,
    unit: 's',
    type: 'string',
    algorithm: null,
    inputs: [],
  };
  return withList(layout, 'authKeys', [...layout.authKeys, key]);
}

export const changeKey = (layout: PushLayout, name: ListName, index: number, part: object): PushLayout =>
  withList(
    layout,
    name,
    layout[name].map((key, i) => (i === index ? { ...key, ...part } : key)),
  );

export const removeKey = (layout: PushLayout, name: ListName, index: number): PushLayout =>
  withList(
    layout,
    name,
    layout[name].filter((_, i) => i !== index),
  );

/** Moves a key by one place; at an end it stays. */
export function moveKey(layout: PushLayout, name: ListName, index: number, by: 1 | -1): PushLayout {
  const list: (AnyKey | PushAuthKey)[] = [...layout[name]];
  const [one, other] = [list[index], list[index + by]];
  if (!one || !other) return layout;
  list[index] = other;
  list[index + by] = one;
  return withList(layout, name, list);
}

/** A key of a message that proves who sends: it becomes an auth key in the body. */
export function makeAuth(layout: PushLayout, name: KeyList, index: number): PushLayout {
  const path = layout[name][index]?.path;
  if (path === undefined) return layout;
  const added = addAuthKey(removeKey(layout, name, index), path);
  return changeKey(added, 'authKeys', added.authKeys.length - 1, { place: 'body' });
}
