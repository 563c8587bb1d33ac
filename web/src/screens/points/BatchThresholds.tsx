import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Threshold } from '@plumbline/contract/points/points';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../design/Toasts.tsx';
import { TemplateDialog } from '../../features/points/thresholds/thresholds.parts.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';

const perCall = 1_000;

/** A template's limit for many points of one family: what they have of the same field, kind and side is replaced. */
export function BatchThresholds({ picked, onClose }: { picked: readonly PointRow[]; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: batchThresholds } = useWrite(thresholds.batchThresholds);
  const { project } = useProject();
  const families = [...new Set(picked.map(({ family }) => family))];
  const first = picked[0];
  if (!first || families.length > 1 || picked.length > perCall)
    return (
      <Modal
        open
        title={t('points:tab.thresholds')}
        onCancel={onClose}
        onOk={onClose}
        okText={t('common:close')}
        cancelButtonProps={{ hidden: true }}
      >
        <p>{families.length > 1 ? t('thresholds:copy.oneFamily') : t('thresholds:copy.tooMany', { most: perCall })}</p>
      </Modal>
    );
  const give = async (rule: Threshold): Promise<void> => {
    const { points: changed } = await batchThresholds({
      projectId: project.id,
      rows: picked.map(({ id }) => ({ pointId: id, thresholds: [rule] })),
      mode: 'add',
    });
    toasts.done(t('points:list.changed', { count: changed }));
  };
  return (
    <TemplateDialog
      family={first.family as FamilyCode}
      nodeCount={0}
      mainField={first.mainField}
      onUse={(rule) => void give(rule).catch(toasts.failed)}
      onClose={onClose}
    />
  );
}
