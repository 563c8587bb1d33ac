/** The Chinese face: loaded only when a Chinese language is chosen. */
import '@fontsource/noto-sans-sc/400.css';
import '@fontsource/noto-sans-sc/500.css';
