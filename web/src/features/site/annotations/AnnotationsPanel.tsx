import './annotations.css';
import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { FieldOption } from '@plumbline/contract/kernel/forms';
import { type Annotation, annotations } from '@plumbline/contract/site/annotations';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { AnnotationDialog } from './AnnotationDialog.tsx';
import { elevationWords, useAnnotations } from './annotations.queries.ts';

interface Concern {
  /** Of a structure or an item. */
  readonly structureId: number;
  /** Where a new one begins unless one says otherwise, epoch ms. */
  readonly startAt: number;
  /** The tree of the project: names of structures. */
  readonly nodes: readonly TreeNode[];
}

/** Lists the annotations of a structure and in its whole project, newest first: read, add, change, delete. */
export function AnnotationsPanel({ open, onClose, ...concern }: Concern & { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SidePanel open={open} onClose={onClose} flush title={t('annotations:menu')}>
      <AnnotationList {...concern} />
    </SidePanel>
  );
}

function AnnotationList({ structureId, startAt, nodes }: Concern) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const query = useAnnotations(structureId);
  const [editing, setEditing] = useState<Annotation | 'new' | null>(null);
  const remove = useRemoval();
  const concerned = useConcerned(structureId, nodes);
  const may = project.archivedAt === null;
  const add = may && allowed(annotations.create) && <AddButton onClick={() => setEditing('new')} />;
  return (
    <>
      <Answer
        query={query}
        loading={<SkeletonRows rows={4} />}
        isEmpty={(data) => data.annotations.length === 0}
        empty={
          <Empty title={t('annotations:none')} why={t('annotations:noneWhy')}>
            {add}
          </Empty>
        }
      >
        {(data) => (
          <>
            <div className="an-head">
              <p className="pl-sm pl-3">{t('annotations:shownHere')}</p>
              {add}
            </div>
            <ul className="an-list">
              {data.annotations.map((each) => (
                <Row
                  key={each.id}
                  annotation={each}
                  nodes={nodes}
                  onEdit={may && allowed(annotations.update) ? () => setEditing(each) : undefined}
                  onRemove={() => void remove(each)}
                />
              ))}
            </ul>
          </>
        )}
      </Answer>
      {editing !== null && (
        <AnnotationDialog
          annotation={editing === 'new' ? undefined : editing}
          startAt={startAt}
          concerned={concerned}
          structureId={structureId}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button icon={<PlusOutlined />} onClick={onClick}>
      {t('annotations:add')}
    </Button>
  );
}

function Row({
  annotation,
  nodes,
  onEdit,
  onRemove,
}: {
  annotation: Annotation;
  nodes: readonly TreeNode[];
  /** undefined = it may not be changed, nor deleted. */
  onEdit: (() => void) | undefined;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const zone = useProject().project.timeZone;
  const elevation = elevationWords(annotation);
  const where =
    annotation.structureId === null
      ? t('annotations:wholeProject')
      : nodes.find(({ kind, ref }) => kind !== 'point' && ref === annotation.structureId)?.name;
  return (
    <li>
      <div className="pl-row">
        <b className="an-text">{annotation.text}</b>
        <span className="pl-gap" />
        {onEdit && (
          <>
            <IconButton icon={<EditOutlined />} label={t('annotations:edit')} onClick={onEdit} />
            <IconButton icon={<DeleteOutlined />} label={t('annotations:remove')} onClick={onRemove} />
          </>
        )}
      </div>
      <div className="an-time">
        {formatTime(annotation.startAt, zone)}
        {annotation.endAt !== null && ` – ${formatTime(annotation.endAt, zone)}`}
      </div>
      <div className="pl-sm pl-3">
        {[t(`annotations:kinds.${annotation.kind}`), elevation, where, annotation.byName].filter(Boolean).join(' · ')}
      </div>
    </li>
  );
}

/** Deletes an annotation, with an undo that writes it down again. */
function useRemoval(): (annotation: Annotation) => Promise<void> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: remove } = useWrite(annotations.remove);
  const { run: create } = useWrite(annotations.create);
  return async ({ id, byName: _by, createdAt: _at, ...described }) => {
    try {
      await remove({ projectId: project.id, annotationId: id });
      toasts.done(t('annotations:removed'), {
        words: t('forms:undo'),
        run: () => create({ projectId: project.id, ...described }),
      });
    } catch (error) {
      toasts.failed(error);
    }
  };
}

/** What an annotation may concern: the whole project, the structure, and its item where the point is of one. */
function useConcerned(structureId: number, nodes: readonly TreeNode[]): readonly FieldOption[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const structureNode = nodes.find(({ kind, ref }) => kind !== 'point' && ref === structureId);
    const parent = nodes.find(({ id }) => id === structureNode?.parentId);
    return [
      { value: null, label: t('annotations:wholeProject') },
      ...[parent, structureNode].flatMap((node) => (node ? [{ value: node.ref, label: node.name }] : [])),
    ];
  }, [structureId, nodes, t]);
}
