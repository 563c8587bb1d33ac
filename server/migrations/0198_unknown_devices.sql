-- Who is no device here, over whichever link: what it sent last, and at most 200 of each link, so that strangers of one do not
-- push those of another out.
ALTER TABLE dial_in_unknown ADD link text NOT NULL DEFAULT 'tcp' CHECK (link IN ('tcp', 'udp', 'mqtt', 'http', 'coap'));
ALTER TABLE dial_in_unknown ADD frames jsonb NOT NULL DEFAULT '[]'; -- [{at, hex}], the newest last
ALTER TABLE dial_in_unknown DROP CONSTRAINT dial_in_unknown_pkey;
ALTER TABLE dial_in_unknown ADD PRIMARY KEY (bytes, link);
