/** How models and their formats look. */
import './models.css';
