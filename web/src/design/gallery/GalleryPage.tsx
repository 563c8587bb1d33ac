import { PlumbBob } from '../PlumbBob.tsx';
import { ControlParts } from './ControlParts.tsx';
import { DrawnParts } from './DrawnParts.tsx';
import { FormParts } from './FormParts.tsx';
import { FrameParts } from './FrameParts.tsx';
import { StateParts } from './StateParts.tsx';

/** Every part of the kit in every state, for those who build with it. Its words and figures are examples and stay English. */
export default function GalleryPage() {
  return (
    <div style={{ height: '100%', overflow: 'auto' }}>
      <header className="pl-row" style={{ padding: '16px 20px', gap: 12 }}>
        <PlumbBob size={28} />
        <h1>Kit</h1>
      </header>
      <StateParts />
      <ControlParts />
      <FrameParts />
      <FormParts />
      <DrawnParts />
    </div>
  );
}
