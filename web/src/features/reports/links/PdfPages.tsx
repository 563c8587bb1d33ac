import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '../../../design/States.tsx';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Denser than this no screen shows. */
const maxDensity = 2;

/** The pages of a PDF, drawn as they come into view: on a phone as well as on a desk. */
export default function PdfPages({
  load,
  failure,
}: {
  load: () => Promise<Blob>;
  failure: (error: unknown) => ReactNode;
}) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [error, setError] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => {
    let isOver = false;
    const reading = load().then(async (blob) => {
      const task = getDocument({ data: await blob.arrayBuffer(), enableXfa: false });
      const read = await task.promise;
      if (!isOver) setPdf(read);
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
        <PdfPage key={i} pdf={pdf} number={i + 1} />
      ))}
    </div>
  );
}

function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
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
  useEffect(() => {
    const [{ current: box }, { current: drawn }] = [frame, canvas];
    if (!isNear || !box || !drawn) return;
    let stop = (): void => {};
    let isOver = false;
    void pdf.getPage(number).then((page) => {
      if (isOver) return;
      const fullSize = page.getViewport({ scale: 1 });
      setRatio(fullSize.height / fullSize.width);
      const scale = (box.clientWidth * Math.min(devicePixelRatio, maxDensity)) / fullSize.width;
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
  }, [isNear, pdf, number]);
  return (
    <div ref={frame} className="rl-page" style={{ aspectRatio: `1 / ${ratio}` }}>
      {isNear && <canvas ref={canvas} role="img" aria-label={t('reportReleases:onPage', { page: number })} />}
    </div>
  );
}
