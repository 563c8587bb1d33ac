import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Worded } from '../kernel/failures.ts';

const CropDialog = lazy(() => import('./CropDialog.tsx'));

interface Task {
  readonly file: File;
  readonly aspects: readonly (number | null)[];
  readonly settle: (cropped: File | null, error?: unknown) => void;
}

/**
 * Lets somebody crop a picture before it is sent: the dialog to be drawn, and what opens it. It gives the cropped picture, and null where
 * that was called off; it throws that cropping failed, in the reader's words. A drawing of lines has no pixels: it is given back as it is.
 */
export function useCrop(): readonly [
  dialog: ReactNode,
  crop: (file: File, aspects: readonly (number | null)[]) => Promise<File | null>,
] {
  const { t } = useTranslation();
  const [task, setTask] = useState<Task | null>(null);
  const crop = useCallback(
    (file: File, aspects: readonly (number | null)[]) =>
      file.type === 'image/svg+xml' || file.type.includes('icon')
        ? Promise.resolve(file)
        : new Promise<File | null>((resolve, reject) => {
            const settle = (cropped: File | null, error?: unknown): void => {
              setTask(null);
              if (error === undefined) resolve(cropped);
              else reject(new Worded(t('forms:crop.failed')));
            };
            setTask({ file, aspects, settle });
          }),
    [t],
  );
  const dialog = task && (
    <Suspense>
      <CropDialog key={task.file.name} file={task.file} aspects={task.aspects} onDone={task.settle} />
    </Suspense>
  );
  return [dialog, crop];
}
