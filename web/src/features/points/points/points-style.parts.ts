/** How what is about points looks, on its own pages and on those of the features above it. */
import './points.css';
import './console.css';
