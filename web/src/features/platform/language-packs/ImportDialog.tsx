import { Failure } from '@plumbline/contract/kernel/errors';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { languageCode, languagePacks, packProblems } from '@plumbline/contract/platform/language-packs';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatCount } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';

const takes = { types: ['.json'], maxBytes: 4 * 1024 * 1024 };
type Pack = InputOf<typeof languagePacks.save.input>;
type Counts = Reply<typeof languagePacks.save>;
const packFile = languagePacks.save.input.omit({ dryRun: true });

/** Throws a Failure where the file is no pack. */
async function packIn(file: File): Promise<Pack> {
  let content: unknown;
  try {
    content = JSON.parse(await file.text());
  } catch {
    throw new Failure('fileDamaged');
  }
  const parsed = packFile.safeParse(content);
  if (!parsed.success) throw new Failure('fileDamaged');
  return parsed.data;
}

/** The file, what it holds or what is wrong with it, and its import. */
function usePackImport(onDone: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: save, isPending } = useWrite(languagePacks.save);
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<{ pack: Pack; counts: Counts } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const check = async (chosen: File | null): Promise<void> => {
    setFile(chosen);
    setChecked(null);
    setFailure(null);
    if (!chosen) return;
    try {
      const pack = await packIn(chosen);
      setChecked({ pack, counts: await save({ ...pack, dryRun: true }) });
    } catch (error) {
      setFailure(error);
    }
  };
  const apply = async (): Promise<void> => {
    if (!checked) return;
    try {
      await save(checked.pack);
      toasts.done(t('languagePacks:imported', { name: checked.pack.name }));
      onDone();
    } catch (error) {
      setFailure(error);
    }
  };
  return { file, checked, failure, isPending, check, apply };
}

/** Checks the file first, then imports it: one wrong word refuses all, and each is named. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { file, checked, failure, isPending, check, apply } = usePackImport(onClose);
  return (
    <Modal
      open
      title={t('languagePacks:import')}
      onCancel={onClose}
      width={640}
      destroyOnHidden
      footer={
        <div className="pl-form-foot">
          <span className="pl-gap" />
          <Button type="text" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="primary" disabled={!checked} loading={isPending} onClick={() => void apply()}>
            {t('languagePacks:import')}
          </Button>
        </div>
      }
    >
      <p className="pl-2 lp-means">{t('languagePacks:importMeans', { placeholder: '{{name}}' })}</p>
      <FileDrop
        takes={takes}
        file={file}
        disabled={isPending}
        onFile={(chosen) => void check(chosen)}
        label={t('languagePacks:drop')}
      />
      {isPending && !checked && <SkeletonRows rows={2} />}
      {checked && (
        <p className="lp-counts">
          <b className="pl-b" lang={languageCode.safeParse(checked.pack.lang).data}>
            {checked.pack.name}
          </b>{' '}
          {t('languagePacks:counts', {
            translated: formatCount(checked.counts.translated),
            missing: formatCount(checked.counts.missing),
          })}
        </p>
      )}
      {failure !== null && <Problems failure={failure} />}
    </Modal>
  );
}

const detailOf = z.object({ problems: packProblems });

function Problems({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  const detail = failure instanceof Failure ? detailOf.safeParse(failure.detail) : null;
  return (
    <>
      <p className="pl-b lp-refused" role="alert">
        {wordsOf(failure, t).words}
      </p>
      {detail?.success && (
        <ul className="lp-problems">
          {detail.data.problems.map(({ key, fault }) => (
            <li key={key}>
              <code>{key}</code> <span className="pl-2">{t(`languagePacks:fault.${fault}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
