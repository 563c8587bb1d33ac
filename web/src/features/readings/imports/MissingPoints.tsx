import { type FamilyCode, families, familyCodes } from '@plumbline/contract/points/families';
import { imports } from '@plumbline/contract/readings/imports';
import { Button, Checkbox, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatNumber } from '../../../kernel/format.ts';
import { useStoredProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { useStructureChoices } from '../../points/points/structure-choices.parts.ts';
import type { MissingPoint } from './missing-points.ts';
import { Setting } from './Setting.tsx';

interface MissingPointsProps {
  importId: number;
  missing: readonly MissingPoint[];
  onMade: () => Promise<void>;
}
/** Families that people read by hand without a chain of nodes. */
const offered = familyCodes.filter((code) => families[code].modes.length > 0);

/** Offers to make the points that the file names and the project lacks; nothing where there are none. */
export function MissingPoints(props: MissingPointsProps) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const [open, setOpen] = useState(false);
  if (props.missing.length === 0 || !allowed(imports.makePoints)) return null;
  return (
    <p className="pl-row imp-missing">
      <span className="pl-2">{t('imports:missing.found', { count: props.missing.length })}</span>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('imports:missing.open')}
      </Button>
      {open && <MissingDialog {...props} onClose={() => setOpen(false)} />}
    </p>
  );
}

/** Which of them are made, of which family, and where. */
function MissingDialog({ importId, missing, onMade, onClose }: MissingPointsProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(missing.map(({ name }) => name)));
  const [family, setFamily] = useState<FamilyCode>('waterLevel');
  const [structureId, setStructureId] = useState<number | null>(null);
  const make = useWrite(imports.makePoints, {
    onSuccess: () => void onMade().then(onClose),
  });
  const rows = missing.filter(({ name }) => chosen.has(name));
  return (
    <Modal
      open
      title={t('imports:missing.title')}
      onCancel={onClose}
      cancelText={t('common:cancel')}
      okText={t('imports:missing.make', { count: rows.length })}
      okButtonProps={{ disabled: rows.length === 0 || structureId === null, loading: make.isPending }}
      onOk={() =>
        structureId !== null &&
        make.mutate({
          projectId: project.id,
          importId,
          rows: rows.map(({ name, depthM }) => ({ name, family, structureId, ...(depthM !== null && { depthM }) })),
        })
      }
    >
      <p className="pl-2">{t('imports:missing.why')}</p>
      <PlaceChoice family={family} structureId={structureId} onFamily={setFamily} onStructure={setStructureId} />
      <NameChoice missing={missing} chosen={chosen} onChange={setChosen} />
      {make.error && (
        <p role="alert" className="pl-wrong">
          {wordsOf(make.error, t).words}
        </p>
      )}
    </Modal>
  );
}

/** Measurement of the new points, and where they are. */
function PlaceChoice({
  family,
  structureId,
  onFamily,
  onStructure,
}: {
  family: FamilyCode;
  structureId: number | null;
  onFamily: (family: FamilyCode) => void;
  onStructure: (structureId: number) => void;
}) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const choices = useStructureChoices(project.id);
  return (
    <div className="imp-settings">
      <Setting name={t('points:family')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('points:family')}
          style={{ minWidth: 200 }}
          value={family}
          options={offered.map((code) => ({ value: code, label: t(`families:family.${code}`) }))}
          onChange={onFamily}
        />
      </Setting>
      <Setting name={t('points:structure')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('points:structure')}
          style={{ minWidth: 200 }}
          value={structureId}
          {...choices}
          onChange={onStructure}
        />
      </Setting>
    </div>
  );
}

function NameChoice({
  missing,
  chosen,
  onChange,
}: {
  missing: readonly MissingPoint[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  return (
    <ul className="imp-missing-list">
      {missing.map(({ name, depthM }) => (
        <li key={name}>
          <Checkbox
            checked={chosen.has(name)}
            onChange={({ target }) =>
              onChange(new Set(target.checked ? [...chosen, name] : [...chosen].filter((each) => each !== name)))
            }
          >
            {name}
            {depthM !== null && <span className="pl-3"> {formatNumber(depthM)} m</span>}
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}
