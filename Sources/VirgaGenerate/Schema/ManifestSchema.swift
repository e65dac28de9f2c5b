package import VirgaJSON
import VirgaManifest

/// The JSON Schema (draft 7, which YAML language servers read) of a file in the Feature Manifest Language.
///
/// It accepts the structure that a check accepts; names, types and defaults take the whole manifest to check.
///
/// Rule: VirgaManifest/FileKeys. Rule: VirgaManifest/FeatureKeys. Rule: VirgaManifest/TypeKeys.
/// Rule: VirgaManifest/Imports. Rule: VirgaManifest/Examples.
package enum ManifestSchema {
  package static var json: JSONValue {
    var schema: JSONObject = [
      "$schema": "http://json-schema.org/draft-07/schema#", "title": "Feature manifest",
    ]
    for (key, rule) in file.objectValue ?? [:] { schema[key] = rule }
    schema["type"] = ["object", "null"]
    schema["definitions"] = [
      "feature": feature, "variable": variable, "block": block, "example": example, "enum": enumeration,
      "object": object,
    ]
    return .object(schema)
  }

  private static var file: JSONValue {
    level(
      .file, "A manifest, or a file that one includes.",
      [
        "version": words("The version of the language. It is not interpreted."),
        "about": about,
        "channels": list("The build flavors of the app, such as `nightly`.", of: scalar("The name of a channel.")),
        "includes": list("Files that belong to this module.", of: scalar("A path, an @owner/repo path or a URL.")),
        "imports": list("Other modules whose features the app has.", of: addition),
        "features": map("The features by id.", of: reference("feature")),
        "enums": map("The enums by name.", of: reference("enum")),
        "objects": map("The object types by name.", of: reference("object")),
        "types": optional(
          level(
            .types, "The old place for types.",
            [
              "enums": map("The enums by name.", of: reference("enum")),
              "objects": map("The object types by name.", of: reference("object")),
            ])),
      ])
  }

  private static var about: JSONValue {
    optional(
      level(
        .about, "What this manifest is. With names for code it can be imported, and not included.",
        [
          "description": words("What the manifest is about."),
          "swift": generated(.swift, "Names for the Swift code.", ["module": scalar("The module of the code.")]),
          "kotlin": generated(.kotlin, "Names for the Kotlin code.", ["package": scalar("The package of the app.")]),
        ]))
  }

  private static func generated(_ names: ObjectKeys, _ title: String, _ keys: JSONObject) -> JSONValue {
    var keys = keys
    keys["class"] = scalar("The class of the code.")
    return optional(level(names, title, keys))
  }

  private static var addition: JSONValue {
    let defaults: JSONValue = [
      "type": ["array", "null"],
      "items": [
        "anyOf": [
          reference("block"),
          ["type": "object", "required": ["default"], "properties": ["default": reference("block")]],
          ["type": "object", "required": ["defaults"], "properties": ["defaults": reference("block")]],
          ["type": "object", "required": ["example"], "properties": ["example": reference("example")]],
        ]
      ],
    ]
    let object = level(
      .addition, "What this module adds to an imported feature.",
      [
        "defaults": list("Default blocks.", of: reference("block")),
        "examples": list("Examples.", of: reference("example")),
      ])
    return level(
      .importing, "A module to import.",
      [
        "path": scalar("The file: a path, an @owner/repo path or a URL."),
        "channel": scalar("The channel of that file to use."),
        "features": map("Default blocks and examples to add, by feature id.", of: ["anyOf": [defaults, object]]),
      ])
  }

  private static var feature: JSONValue {
    level(
      .feature, "A part of the app that experiments can configure.",
      [
        "description": text("What the feature does."),
        "variables": map("The variables by name.", of: reference("variable")),
        "defaults": list("Patches of the defaults, for some channels or all, in order.", of: reference("block")),
        "allow-coenrollment": [
          "description": "Whether a client may be in several experiments of it (default: false).",
          "type": ["boolean", "null"],
        ],
        "examples": list("Example configs.", of: reference("example")),
        "documentation": list(
          "Where to read about it.",
          of: level(
            .document, "A document.",
            ["name": quoted("What the document is."), "url": url("Where it is.")])),
        "contacts": list("Whom to ask.", of: quoted("A person or an address.")),
        "meta-bug": optionalURL("The bug that tracks the work on the feature."),
        "events": list("Documents of its events.", of: optionalURL("Where an event is documented.")),
        "configurator": optionalURL("A page for building configs."),
      ])
  }

  private static var variable: JSONValue {
    let setting = level(
      .geckoPreference, "The preference of the Gecko engine that gives the value.",
      [
        "pref": scalar("The name of the preference."),
        "branch": ["description": "Which of its values to use.", "enum": ["default", "user"]],
      ])
    var keys = field("What the variable does.")
    keys["pref-key"] = words("The app setting that replaces the value if the user changed it.")
    keys["gecko-pref"] = optional(setting)
    keys["string-alias"] = words("Declares a type whose strings are those in the value of this variable.")
    return level(.variable, "A value that experiments can set.", keys, older: ["value": "default"])
  }

  private static func field(_ description: String) -> JSONObject {
    [
      "description": text(description),
      "type": [
        "description": """
        A type of the language, an enum, an object or a string alias. `Option<T>`, `List<T>` and `Map<K, T>` hold \
        others.
        """,
        "anyOf": [["enum": types], ["type": "string"]],
      ],
      "default": ["description": "The value, if nothing else sets one."],
    ]
  }

  private static let types: JSONValue = [
    "Boolean", "Int", "Double", "String", "Text", "Image", "BundleText", "BundleImage", "Drawable", "Option<String>",
    "List<String>", "Map<String, String>",
  ]

  private static var block: JSONValue {
    level(
      .block, "A patch of the defaults of a feature.",
      [
        "value": ["description": "The values by variable.", "type": "object"],
        "channel": words("The channel to which it applies, or several with commas."),
        "channels": list("The channels to which it applies; all of them, if left out.", of: scalar("A channel.")),
        "targeting": words("Reserved, and not supported."),
      ])
  }

  private static var example: JSONValue {
    var object: JSONObject =
      level(
        .example, "An example config.",
        [
          "name": quoted("What it is."),
          "value": ["description": "The values by variable.", "type": "object"],
          "path": quoted("The file that holds the value, or without `name` the whole example."),
          "description": text("What it does."),
          "url": optionalURL("Where to read about it."),
        ]
      ).objectValue ?? [:]
    object["anyOf"] = [
      ["required": ["name", "value"], "not": ["required": ["path"]]],
      ["required": ["path"], "not": ["required": ["value"]]],
    ]
    return ["anyOf": [.object(object), quoted("The file that holds the example.")]]
  }

  private static var enumeration: JSONValue {
    let variant = level(.variant, "A variant.", ["description": text("What the variant means.")])
    return level(
      .enumeration, "A type with named values.",
      [
        "description": text("What the enum is."),
        "variants": map(
          "What each variant means, by name.", of: ["anyOf": [variant, text("What the variant means.")]]),
      ])
  }

  private static var object: JSONValue {
    let field = level(.field, "A field.", field("What the field is."), older: ["value": "default"])
    return level(
      .object, "A type with fields.",
      ["description": text("What the object is."), "fields": map("The fields by name.", of: field)])
  }

  // The schemas of one key each.
  /// The schema of an object with these keys; editors do not offer its other spellings, nor the `older` ones.
  private static func level(
    _ level: ObjectKeys, _ description: String, _ keys: JSONObject, older: KeyValuePairs<String, String> = [:]
  ) -> JSONValue {
    var properties = keys
    for (spelling, key) in Array(level.others) + older {
      var schema = keys[key]?.objectValue ?? [:]
      schema["deprecated"] = true
      schema["doNotSuggest"] = true
      properties[spelling] = .object(schema)
    }
    for word in ObjectKeys.unsupported where !level.isOpen { properties[word] = ["doNotSuggest": true] }
    var schema: JSONObject = ["description": .string(description), "type": "object"]
    schema["properties"] = .object(properties)
    if !level.required.isEmpty { schema["required"] = .array(level.required.map { .string($0) }) }
    if !level.isOpen { schema["additionalProperties"] = false }
    return .object(schema)
  }

  private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/definitions/\(name)")] }

  private static func list(_ description: String, of items: JSONValue) -> JSONValue {
    ["description": .string(description), "type": ["array", "null"], "items": items]
  }

  private static func map(_ description: String, of values: JSONValue) -> JSONValue {
    ["description": .string(description), "type": ["object", "null"], "additionalProperties": values]
  }

  /// A string; an unquoted number or boolean counts as one.
  private static func scalar(_ description: String) -> JSONValue { value(description, "string", "number", "boolean") }

  private static func words(_ description: String) -> JSONValue {
    value(description, "string", "number", "boolean", "null")
  }

  private static func text(_ description: String) -> JSONValue { value(description, "string", "null") }

  private static func quoted(_ description: String) -> JSONValue {
    ["description": .string(description), "type": "string"]
  }

  private static func url(_ description: String) -> JSONValue {
    ["description": .string(description), "type": "string", "format": "uri"]
  }

  private static func optionalURL(_ description: String) -> JSONValue {
    ["description": .string(description), "type": ["string", "null"], "format": "uri"]
  }

  private static func value(_ description: String, _ types: JSONValue...) -> JSONValue {
    ["description": .string(description), "type": .array(types)]
  }

  private static func optional(_ level: JSONValue) -> JSONValue {
    var level = level.objectValue ?? [:]
    level["type"] = ["object", "null"]
    return .object(level)
  }
}
