-- The flag is none any more; what a corporation had set of it goes.
UPDATE corporation SET flags = flags - 'activeDataRotation' WHERE flags ? 'activeDataRotation';
