import VirgaJSON
import VirgaTestSupport

/// What virga needs of the schemas that OpenFeature publishes, in our own words.
enum OpenFeatureSchemas {
  /// The flag manifest, `schema/v0/flag-manifest.json` of the repository `open-feature/cli`: its
  /// flags of type boolean and string.
  static let manifest = validator(
    """
    {
      "$defs": {
        "booleanFlag": {"type": "object", "properties": {
          "flagType": {"enum": ["boolean"]}, "defaultValue": {"type": "boolean"},
          "description": {"type": "string"}}},
        "stringFlag": {"type": "object", "properties": {
          "flagType": {"enum": ["string"]}, "defaultValue": {"type": "string"},
          "description": {"type": "string"}}},
        "flag": {
          "oneOf": [{"$ref": "#/$defs/booleanFlag"}, {"$ref": "#/$defs/stringFlag"}],
          "required": ["flagType", "defaultValue"]}
      },
      "type": "object", "required": ["flags"],
      "properties": {
        "flags": {
          "type": "object", "additionalProperties": false,
          "patternProperties": {"^.{1,}$": {"$ref": "#/$defs/flag"}}}
      }
    }
    """)

  /// The configuration of flagd, `https://flagd.dev/schema/v0/flags.json`, with the one rule of
  /// `targeting.json` that virga writes.
  static let flagd = validator(
    """
    {
      "definitions": {
        "flag": {"type": "object", "required": ["state"], "properties": {
          "state": {"type": "string", "enum": ["ENABLED", "DISABLED"]},
          "defaultVariant": {"type": ["string", "null"]},
          "targeting": {"$ref": "#/definitions/targeting"},
          "metadata": {"type": "object",
            "additionalProperties": {"type": ["string", "number", "boolean"]}}}},
        "booleanFlag": {"allOf": [{"$ref": "#/definitions/flag"}, {"properties": {"variants": {
          "type": "object", "additionalProperties": false,
          "patternProperties": {"^.{1,}$": {"type": "boolean"}}}}}]},
        "stringFlag": {"allOf": [{"$ref": "#/definitions/flag"}, {"properties": {"variants": {
          "type": "object", "additionalProperties": false,
          "patternProperties": {"^.{1,}$": {"type": "string"}}}}}]},
        "targeting": {"type": "object", "additionalProperties": false, "properties": {
          "fractional": {
            "type": "array", "minItems": 2, "items": {"$ref": "#/definitions/share"}}}},
        "share": {
          "type": "array", "minItems": 2, "maxItems": 2,
          "items": [{"type": "string"}, {"type": "integer"}]}
      },
      "type": "object",
      "properties": {
        "flags": {
          "type": "object", "additionalProperties": false,
          "patternProperties": {"^.{1,}$": {
            "anyOf": [{"$ref": "#/definitions/booleanFlag"}, {"$ref": "#/definitions/stringFlag"}]}}}
      }
    }
    """)

  private static func validator(_ schema: String) -> SchemaValidator {
    do {
      return SchemaValidator(root: try JSONValue.parse(schema))
    } catch {
      fatalError("\(error)")
    }
  }
}
