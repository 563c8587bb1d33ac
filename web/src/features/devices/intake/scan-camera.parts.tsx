/** The camera that reads QR codes, apart from the rest of the intake: it is kept for the page that works without a network. */
import './intake.css';

export { ScanCamera } from './ScanCamera.tsx';
