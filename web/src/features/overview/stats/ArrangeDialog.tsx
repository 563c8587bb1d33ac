import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { type HomeChoice, type HomePanel, homePanels } from '@plumbline/contract/people/users';
import { Button, Checkbox, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { prefer } from '../../../app/shell/preferences.queries.ts';
import { useProjects } from '../../../app/shell/projects.queries.ts';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';

/** What Home begins with when it is first arranged. */
const usual: HomeChoice = {
  panels: [
    { panel: 'map', isWide: false },
    { panel: 'alerts', isWide: false },
    { panel: 'watched', isWide: false },
    { panel: 'health', isWide: false },
    { panel: 'activity', isWide: true },
  ],
  watchedProjectId: null,
  watchedCount: 6,
  favouriteIds: [],
};

/** Chooses the panels of Home, in which order and how wide; what is watched; which projects are favourites. */
export default function ArrangeDialog({ choice, onClose }: { choice: HomeChoice | null; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [draft, setDraft] = useState<HomeChoice>(choice ?? usual);
  const save = (home: HomeChoice | null): void => {
    void prefer('home', home).catch(toasts.failed);
    onClose();
  };
  return (
    <Modal
      open
      title={t('stats:arrange.title')}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        <>
          {choice !== null && <Button onClick={() => save(null)}>{t('stats:arrange.reset')}</Button>}
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="primary" onClick={() => save(draft)}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <PanelOrder draft={draft} onChange={setDraft} />
      <WatchedFields draft={draft} onChange={setDraft} />
    </Modal>
  );
}

interface DraftProps {
  readonly draft: HomeChoice;
  readonly onChange: (draft: HomeChoice) => void;
}

/** Those that are shown in their order, then the others. */
function PanelOrder({ draft, onChange }: DraftProps) {
  const { t } = useTranslation();
  const { panels } = draft;
  const others = homePanels.filter((each) => !panels.some(({ panel }) => panel === each));
  const change = (next: HomeChoice['panels']): void => onChange({ ...draft, panels: next });
  const move = (place: number, by: 1 | -1): void => {
    const [one, other] = [panels[place], panels[place + by]];
    if (one && other) change(panels.with(place, other).with(place + by, one));
  };
  const name = (panel: HomePanel): string => t(`stats:arrange.panels.${panel}`);
  return (
    <ul className="home-order">
      {panels.map(({ panel, isWide }, i) => (
        <li key={panel}>
          <Checkbox
            checked
            // Whoever opens Home must not miss what needs eyes.
            disabled={panel === 'alerts'}
            onChange={() => change(panels.toSpliced(i, 1))}
          >
            {name(panel)}
          </Checkbox>
          <span className="pl-gap" />
          <Checkbox
            checked={isWide}
            aria-label={t('stats:arrange.wideOf', { panel: name(panel) })}
            onChange={({ target }) => change(panels.with(i, { panel, isWide: target.checked }))}
          >
            {t('stats:arrange.wide')}
          </Checkbox>
          <IconButton
            icon={<ArrowUpOutlined />}
            label={t('stats:arrange.up', { panel: name(panel) })}
            disabled={i === 0}
            onClick={() => move(i, -1)}
          />
          <IconButton
            icon={<ArrowDownOutlined />}
            label={t('stats:arrange.down', { panel: name(panel) })}
            disabled={i === panels.length - 1}
            onClick={() => move(i, 1)}
          />
        </li>
      ))}
      {others.map((panel) => (
        <li key={panel}>
          <Checkbox checked={false} onChange={() => change([...panels, { panel, isWide: false }])}>
            {name(panel)}
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}

function WatchedFields({ draft, onChange }: DraftProps) {
  const { t } = useTranslation();
  const projects = (useProjects().data?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="home-fields">
      <span className="pl-sm pl-2">{t('stats:arrange.watchedOf')}</span>
      <Select
        allowClear
        aria-label={t('stats:arrange.watchedOf')}
        placeholder={t('stats:arrange.allProjects')}
        value={draft.watchedProjectId}
        options={projects}
        onChange={(watchedProjectId) => onChange({ ...draft, watchedProjectId: watchedProjectId ?? null })}
      />
      <span className="pl-sm pl-2">{t('stats:arrange.watchedCount')}</span>
      <Select
        aria-label={t('stats:arrange.watchedCount')}
        value={draft.watchedCount}
        options={([6, 12, 20] as const).map((value) => ({ value, label: String(value) }))}
        onChange={(watchedCount) => onChange({ ...draft, watchedCount })}
      />
      <span className="pl-sm pl-2">{t('stats:arrange.favourites')}</span>
      <Select
        mode="multiple"
        maxCount={50}
        aria-label={t('stats:arrange.favourites')}
        value={draft.favouriteIds}
        options={projects}
        onChange={(favouriteIds) => onChange({ ...draft, favouriteIds })}
      />
    </div>
  );
}
