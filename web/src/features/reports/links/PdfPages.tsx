import './pdf-pages.css';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '../../../design/States.tsx';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Denser than this no screen shows. */
const maxDensity = 2;
/** Pixels of one page, however far one goes into it: several are drawn at a time. */
const maxPixels = 12_000_000;

/** The pages of a PDF, drawn as they come into view: on a phone as well as on a desk. */
export default function PdfPages({
  load,
  failure,
  zoom = 1,
  over,
  onPoint,
  onPages,
}: {
  load: () => Promise<Blob>;
  failure: (error: unknown) => ReactNode;
  /** 1 = as wide as there is room. */
  zoom?: number;
  /** Lies over a page, placed in shares of it. */
  over?: (page: number) => ReactNode;
  /** A place of a page was pointed at, in shares of its width and height. */
  onPoint?: ((page: number, place: { readonly x: number; readonly y: number }) => void) | undefined;
  onPages?: (count: number) => void;
}) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [error, setError] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => {
    let isOver = false;
    const reading = load().then(async (blob) => {
      const task = getDocument({ data: await blob.arrayBuffer(), enableXfa: false });
      const read = await task.promise;
      if (!isOver) {
        setPdf(read);
        onPages?.(read.numPages);
      }
      return task;
    });
    reading.catch(setError);
    return () => {
      isOver = true;
      void reading.then((task) => task.destroy()).catch(() => {});
    };
  }, []);
  if (error !== null) return failure(error);
  if (!pdf) return <SkeletonRows rows={8} />;
  return (
    <div className="rl-pages">
      {Array.from({ length: pdf.numPages }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages keep their places
        <PdfPage key={i} pdf={pdf} number={i + 1} zoom={zoom} onPoint={onPoint}>
          {over?.(i + 1)}
        </PdfPage>
      ))}
    </div>
  );
}

interface PageProps {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly zoom: number;
  readonly onPoint: ((page: number, place: { readonly x: number; readonly y: number }) => void) | undefined;
  readonly children: ReactNode;
}

function PdfPage({ pdf, number, zoom, onPoint, children }: PageProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [ratio, setRatio] = useState(Math.SQRT2);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '800px 0px',
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as wide as it is then, it is drawn anew
  useEffect(() => {
    const [{ current: box }, { current: drawn }] = [frame, canvas];
    if (!isNear || !box || !drawn) return;
    return drawPage(pdf, number, { box, drawn, onRatio: setRatio });
  }, [isNear, pdf, number, zoom]);
  return (
    <div ref={frame} className="rl-page" style={{ aspectRatio: `1 / ${ratio}`, width: `${zoom * 100}%` }}>
      {isNear && (
        <canvas
          ref={canvas}
          role="img"
          aria-label={t('reportReleases:onPage', { page: number })}
          onClick={({ nativeEvent, currentTarget }) =>
            onPoint?.(number, {
              x: nativeEvent.offsetX / currentTarget.clientWidth,
              y: nativeEvent.offsetY / currentTarget.clientHeight,
            })
          }
        />
      )}
      {children}
    </div>
  );
}

interface Drawing {
  readonly box: HTMLElement;
  readonly drawn: HTMLCanvasElement;
  readonly onRatio: (ratio: number) => void;
}

/** Draws a page as large as its box, and returns what stops that. */
function drawPage(pdf: PDFDocumentProxy, number: number, { box, drawn, onRatio }: Drawing): () => void {
  let stop = (): void => {};
  let isOver = false;
  void pdf.getPage(number).then((page) => {
    if (isOver) return;
    const fullSize = page.getViewport({ scale: 1 });
    onRatio(fullSize.height / fullSize.width);
    const scale = Math.min(
      (box.clientWidth * Math.min(devicePixelRatio, maxDensity)) / fullSize.width,
      Math.sqrt(maxPixels / (fullSize.width * fullSize.height)),
    );
    const viewport = page.getViewport({ scale });
    drawn.width = Math.round(viewport.width);
    drawn.height = Math.round(viewport.height);
    const task = page.render({ canvas: drawn, viewport });
    stop = () => task.cancel();
    task.promise.catch(() => {});
  });
  return () => {
    isOver = true;
    stop();
  };
}
