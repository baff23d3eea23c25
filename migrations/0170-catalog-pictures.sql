-- Pictures of a product in their order; with a variant, of that variant only. The focal point is the
-- part that stays visible where a picture is cropped: 0 and 0 are the upper left corner, 1 and 1 the
-- lower right one.
create table product_pictures (
  id         uuid primary key,
  product_id integer not null references products (id) on delete cascade,
  variant_id uuid references product_variants (id) on delete cascade,
  media_id   uuid not null references media (id),
  position   integer not null check (position >= 0),
  alt        text not null default '' check (length(alt) <= 500),
  focal_x    numeric(4, 3) not null default 0.5 check (focal_x between 0 and 1),
  focal_y    numeric(4, 3) not null default 0.5 check (focal_y between 0 and 1),
  constraint one_picture_per_variant unique nulls not distinct (product_id, variant_id, media_id)
);
create index product_pictures_in_order on product_pictures (product_id, position, id);
create index product_pictures_media on product_pictures (media_id);
create index product_pictures_variant on product_pictures (variant_id);
create constraint trigger raises_reference_version after insert or update or delete on product_pictures
  deferrable initially deferred for each row execute function raise_reference_version();
