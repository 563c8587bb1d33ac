import './crop.css';
import { Modal, Slider } from 'antd';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CropChoice, type CropRect, cropRect, type Size, shownSize, storedSize } from './crop-rect.ts';
import { Segmented } from './Toolbar.tsx';

const stagePx = 320;
/** Between the dialog's edge and the stage, as drawn by antd and crop.css. */
const paddingPx = 24;
const borderPx = 1;
const limitPx = 1024;
const zoomLimit = 6;

/** The part of a picture that is to be kept: moved by pointer or arrow keys, enlarged by the slider. */
export default function CropDialog({
  file,
  aspects,
  onDone,
}: {
  file: File;
  /** Ratios of width to height to choose from; null = that of the picture. */
  aspects: readonly (number | null)[];
  /** Takes the cropped picture; null = it was called off, or failed with `error`. */
  onDone: (cropped: File | null, error?: unknown) => void;
}) {
  const { t } = useTranslation();
  const [aspect, setAspect] = useState(aspects[0] ?? null);
  const [choice, setChoice] = useState<CropChoice>({ centreX: 0, centreY: 0, zoom: 1 });
  const bitmap = useBitmap(file, onDone, ({ width, height }) =>
    setChoice({ centreX: width / 2, centreY: height / 2, zoom: 1 }),
  );
  const rect = bitmap && cropRect(bitmap, aspect, choice);
  const save = (): void => {
    if (bitmap === null || rect === null) return;
    cropped(bitmap, rect, file).then(onDone, (error: unknown) => onDone(null, error));
  };
  return (
    <Modal
      open
      title={t('forms:crop.title')}
      okText={t('common:save')}
      cancelText={t('common:cancel')}
      okButtonProps={{ disabled: rect === null }}
      onOk={save}
      onCancel={() => onDone(null)}
      width={stagePx + 2 * (paddingPx + borderPx)}
    >
      {aspects.length > 1 && (
        <Segmented
          label={t('forms:crop.shape')}
          value={String(aspect)}
          options={aspects.map((each) => ({
            value: String(each),
            label: t(each === null ? 'forms:crop.whole' : each === 1 ? 'forms:crop.square' : 'forms:crop.wide'),
          }))}
          onChange={(name) => setAspect(aspects.find((each) => String(each) === name) ?? null)}
        />
      )}
      {bitmap && rect && <Stage bitmap={bitmap} rect={rect} choice={choice} onChoice={setChoice} />}
      <Slider
        min={1}
        max={zoomLimit}
        step={0.1}
        value={choice.zoom}
        onChange={(zoom) => setChoice((old) => ({ ...old, zoom }))}
        tooltip={{ open: false }}
        ariaLabelForHandle={t('forms:crop.zoom')}
      />
      <p className="pl-sm pl-3">{t('forms:crop.help')}</p>
    </Modal>
  );
}

/** Returns the picture of a file once it is read; `onRead` is told its size, `onDone` that it is no picture. */
function useBitmap(
  file: File,
  onDone: (cropped: null, error: unknown) => void,
  onRead: (size: Size) => void,
): ImageBitmap | null {
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  const latest = useRef({ onDone, onRead });
  latest.current = { onDone, onRead };
  useEffect(() => {
    let isGone = false;
    let open: ImageBitmap | undefined;
    createImageBitmap(file).then(
      (drawn) => {
        if (isGone) return drawn.close();
        open = drawn;
        setBitmap(drawn);
        latest.current.onRead(drawn);
      },
      (error: unknown) => latest.current.onDone(null, error),
    );
    return () => {
      isGone = true;
      open?.close();
    };
  }, [file]);
  return bitmap;
}

/** The part as it will look. It takes the focus: arrow keys move it by a tenth. */
function Stage({
  bitmap,
  rect,
  choice,
  onChoice,
}: {
  bitmap: ImageBitmap;
  rect: CropRect;
  choice: CropChoice;
  onChoice: (choice: CropChoice) => void;
}) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = shownSize(rect, stagePx);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, width, height);
    context.drawImage(bitmap, rect.x, rect.y, rect.width, rect.height, 0, 0, width, height);
  }, [bitmap, rect, width, height]);
  // From what is drawn: a wish beyond the edge of the picture is not remembered.
  const move = (x: number, y: number): void =>
    onChoice({ ...choice, centreX: rect.x + rect.width / 2 + x, centreY: rect.y + rect.height / 2 + y });
  const drag = (event: PointerEvent): void => {
    // A telephone shows it smaller.
    const scale = rect.width / event.currentTarget.clientWidth;
    if (event.buttons === 1) move(-event.movementX * scale, -event.movementY * scale);
  };
  const key = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    move(((step[0] ?? 0) * rect.width) / 10, ((step[1] ?? 0) * rect.height) / 10);
  };
  return (
    <div
      className="pl-crop"
      role="application"
      aria-label={t('forms:crop.stage')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move what is kept
      tabIndex={0}
      onKeyDown={key}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    >
      <canvas ref={canvas} width={width} height={height} />
    </div>
  );
}

/** Throws where the browser can make no picture of it. */
async function cropped(bitmap: ImageBitmap, rect: CropRect, { name, type }: File): Promise<File> {
  const size: Size = storedSize(rect, limitPx);
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, rect.x, rect.y, rect.width, rect.height, 0, 0, size.width, size.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
  if (blob === null) throw new Error('no picture');
  return new File([blob], name, { type: blob.type });
}
