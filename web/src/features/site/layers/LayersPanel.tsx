import './layers.css';
import { PlusOutlined } from '@ant-design/icons';
import { layers, type MapLayer } from '@plumbline/contract/site/layers';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { AddDialog, EditDialog, RemoveDialog, ReplaceDialog } from './LayerDialogs.tsx';
import { type LayerAct, LayerRow } from './LayerRow.tsx';
import { useLayers, useToggled } from './layers.queries.ts';
import { VersionsDialog } from './VersionsDialog.tsx';

/** The layers of the map, the topmost first: each shown or hidden by everybody for themselves, changed by who may. */
export default function LayersPanel({
  structureId,
  open,
  onClose,
}: {
  /** On whose screen it is; null = that of the project. */
  structureId: number | null;
  open: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const query = useLayers(project.id);
  const [adding, setAdding] = useState(false);
  const may = project.archivedAt === null && allowed(layers.upload);
  const add = may && (
    <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('layers:add')}
    </Button>
  );
  return (
    <SidePanel open={open} onClose={onClose} flush widthPx={400} title={t('layers:menu')}>
      <Answer
        query={query}
        loading={<SkeletonRows rows={4} />}
        isEmpty={(data) => data.layers.length === 0}
        empty={
          <Empty title={t('layers:none')} why={t(may ? 'layers:noneWhy' : 'layers:noneShown')}>
            {add}
          </Empty>
        }
      >
        {(data) => (
          <>
            {add && <div className="ml-head">{add}</div>}
            <Rows all={data.layers} canChange={may} />
          </>
        )}
      </Answer>
      {adding && <AddDialog structureId={structureId} onClose={() => setAdding(false)} />}
    </SidePanel>
  );
}

function Rows({ all, canChange }: { all: readonly MapLayer[]; canChange: boolean }) {
  const { isShown, toggle } = useToggled();
  const [chosen, setChosen] = useState<{ readonly id: number; readonly act: LayerAct } | null>(null);
  const layer = all.find(({ id }) => id === chosen?.id);
  const close = (): void => setChosen(null);
  return (
    <>
      <ul className="ml-list">
        {all.toReversed().map((each) => (
          <LayerRow
            key={each.id}
            layer={each}
            order={all.map(({ id }) => id)}
            isShown={isShown(each)}
            onToggle={() => toggle(each.id)}
            canChange={canChange}
            onAct={(act) => setChosen({ id: each.id, act })}
          />
        ))}
      </ul>
      {layer && chosen?.act === 'edit' && <EditDialog layer={layer} onClose={close} />}
      {layer && chosen?.act === 'replace' && <ReplaceDialog layer={layer} onClose={close} />}
      {layer && chosen?.act === 'remove' && <RemoveDialog layer={layer} onClose={close} />}
      {layer && chosen?.act === 'versions' && <VersionsDialog layer={layer} canChange={canChange} onClose={close} />}
    </>
  );
}
