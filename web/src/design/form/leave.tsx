import { Button, Modal } from 'antd';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';

/**
 * Unsaved changes on the page, however many forms hold some: leaving asks once. Invariant: nothing that was typed is
 * lost without a word, neither by a link, nor by another tab of the page, nor by closing the window.
 */
interface Unsaved {
  /** Returns whether it was saved. */
  readonly save: () => Promise<boolean>;
  readonly undo: () => void;
}
const unsavedForms = new Map<string, { readonly current: Unsaved }>();
let waiting: (() => void) | null = null;
const listeners = new Set<() => void>();
let version = 0;
function changed(): void {
  version++;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns whether the addresses of one page show another tab, or another alert beside the list: by the browser's Back too. */
function isOtherForm(from: { readonly search: string }, to: { readonly search: string }): boolean {
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return ['tab', 'alert'].some((part) => before.get(part) !== after.get(part));
}

/** Goes on at once where nothing is unsaved; else asks first. For tabs that are no route of their own. */
export function confirmLeaving(go: () => void): void {
  if (unsavedForms.size === 0) go();
  else {
    waiting = go;
    changed();
  }
}

/** Keeps a form's unsaved changes from being lost. The element it is drawn by belongs into the form's own tree. */
export function LeaveGuard({ id, dirty, save, undo }: { id: string; dirty: boolean } & Unsaved) {
  const unsaved = useRef<Unsaved>({ save, undo });
  unsaved.current = { save, undo };
  useEffect(() => {
    if (!dirty) return;
    unsavedForms.set(id, unsaved);
    changed();
    return () => {
      unsavedForms.delete(id);
      changed();
    };
  }, [id, dirty]);
  useSyncExternalStore(subscribe, () => version);
  // One router, one blocker: the first of the forms asks for all.
  return unsavedForms.keys().next().value === id ? <Asking /> : null;
}

function Asking() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // What was thrown away, or saved, holds nobody any longer.
      unsavedForms.size > 0 &&
      (currentLocation.pathname !== nextLocation.pathname || isOtherForm(currentLocation, nextLocation)),
  );
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, []);
  const open = blocker.state === 'blocked' || waiting !== null;
  const stay = (): void => {
    waiting = null;
    blocker.reset?.();
    changed();
  };
  const leave = (): void => {
    const go = waiting;
    waiting = null;
    for (const { current } of [...unsavedForms.values()]) current.undo();
    unsavedForms.clear();
    blocker.proceed?.();
    go?.();
    changed();
  };
  const saveAll = async (): Promise<void> => {
    setBusy(true);
    const saved = await Promise.all([...unsavedForms.values()].map(({ current }) => current.save()));
    setBusy(false);
    if (saved.every(Boolean)) leave();
    else stay();
  };
  return (
    <Modal
      open={open}
      title={t('forms:leave.title')}
      onCancel={stay}
      width={440}
      footer={
        <div className="pl-row" style={{ justifyContent: 'flex-end', flexWrap: 'wrap' }}>
          <Button type="text" onClick={stay}>
            {t('forms:leave.stay')}
          </Button>
          <Button danger onClick={leave}>
            {t('forms:leave.throwAway')}
          </Button>
          <Button type="primary" loading={busy} onClick={() => void saveAll()}>
            {t('forms:leave.save')}
          </Button>
        </div>
      }
    >
      <p className="pl-2">{t('forms:leave.why')}</p>
    </Modal>
  );
}
