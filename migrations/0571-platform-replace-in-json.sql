-- Replaces a pattern in every text within a JSON value; keys and numbers stay.
create function with_texts_replaced(value jsonb, pattern text, instead text) returns jsonb
language plpgsql immutable as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(regexp_replace(value #>> '{}', pattern, instead, 'gi'));
    when 'object' then
      return (select coalesce(jsonb_object_agg(key, with_texts_replaced(item, pattern, instead)), '{}')
        from jsonb_each(value) as field (key, item));
    when 'array' then
      return (select coalesce(jsonb_agg(with_texts_replaced(item, pattern, instead) order by place), '[]')
        from jsonb_array_elements(value) with ordinality as list (item, place));
    else
      return value;
  end case;
end $$;
