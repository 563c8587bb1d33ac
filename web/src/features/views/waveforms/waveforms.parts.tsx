/** The waveforms of a vibration point, for the data view. */
export { WaveformsView } from './WaveformsView.tsx';
