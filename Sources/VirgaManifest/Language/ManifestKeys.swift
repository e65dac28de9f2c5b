/// The Feature Manifest Language: its keys with their objects, values and meanings.
///
/// The reader's problems, the JSON Schema of manifests and the article of keys follow from these
/// tables. Rule: VirgaManifest/ManifestKeys.
///
/// Rule: VirgaManifest/FileKeys. Rule: VirgaManifest/FeatureKeys. Rule: VirgaManifest/TypeKeys.
extension ManifestLevel {
  package static let file = ManifestLevel(
    "manifest", "the manifest", "A manifest, or a file that one includes.",
    [
      ManifestKey("version", .text, "The version of the language. It is not interpreted."),
      ManifestKey("about", .object(about), "What this manifest is, and the names of its code."),
      ManifestKey("channels", .list(.text), "The build flavors of the app, such as `nightly`."),
      ManifestKey(
        "includes", .list(.text),
        "Files that belong to this module: paths, @owner/repo paths or URLs.",
        otherSpellings: ["include"]),
      ManifestKey(
        "imports", .list(.object(importing)), "Other modules whose features the app has.",
        otherSpellings: ["import"]),
      ManifestKey("features", .map(.object(feature)), "The features by id."),
      ManifestKey("enums", .map(.object(enumeration)), "The enums by name."),
      ManifestKey("objects", .map(.object(object)), "The object types by name."),
      ManifestKey("types", .object(types), "The old place for types."),
    ])

  package static let about = ManifestLevel(
    "about", "`about`",
    "What a manifest is. With names for code it can be imported, and not included.",
    [
      ManifestKey("description", .text, "What the manifest is about."),
      ManifestKey(
        "swift", .object(swift), "Names for the Swift code.",
        otherSpellings: ["ios", "swift_about"]),
      ManifestKey(
        "kotlin", .object(kotlin), "Names for the Kotlin code.",
        otherSpellings: ["android", "kotlin_about"]),
    ])

  package static let swift = ManifestLevel(
    "swift", "`about.swift`", "Names for the Swift code.",
    [
      ManifestKey("module", .text, "The module of the code.", .required),
      ManifestKey("class", .text, "The class of the code.", .required),
    ]
  ).ignoringUnknownKeys()

  package static let kotlin = ManifestLevel(
    "kotlin", "`about.kotlin`", "Names for the Kotlin code.",
    [
      ManifestKey("package", .text, "The package of the app.", .required),
      ManifestKey(
        "class", .text, "The class of the code; with a dot first, below `package`.", .required),
    ]
  ).ignoringUnknownKeys()

  package static let types = ManifestLevel(
    "types", "`types`", "The old place for types.",
    [
      ManifestKey("enums", .map(.object(enumeration)), "The enums by name."),
      ManifestKey("objects", .map(.object(object)), "The object types by name."),
    ])

  package static let importing = ManifestLevel(
    "import", "an import", "A module to import.",
    [
      ManifestKey("path", .text, "The file: a path, an @owner/repo path or a URL.", .required),
      ManifestKey("channel", .text, "The channel of that file to use.", .required),
      ManifestKey(
        "features", .map(.either([.optional(.list(addedItem)), .object(addition)])),
        "Default blocks and examples to add, by feature id."),
    ]
  ).ignoringUnknownKeys()

  package static let addition = ManifestLevel(
    "addition", "import additions", "What a module adds to an imported feature.",
    [
      ManifestKey("defaults", .list(.object(block)), "Default blocks."),
      ManifestKey("examples", .list(.either(exampleForms)), "Examples."),
    ]
  ).ignoringUnknownKeys()

  private static let addedItem = ManifestValue.either([.object(block), .object(namedAddition)])

  /// The reader looks for one of its keys, and does not check the others.
  private static let namedAddition = ManifestLevel(
    "named-addition", "an item of import additions", "One default block or example to add.",
    [
      ManifestKey("default", .object(block), "A default block.", .dependent),
      ManifestKey("defaults", .object(block), "A default block.", .dependent),
      ManifestKey("example", .either(exampleForms), "An example.", .dependent),
    ],
    forms: [
      Form(required: ["default"], excluded: []),
      Form(required: ["defaults"], excluded: []),
      Form(required: ["example"], excluded: []),
    ])

  package static let feature = ManifestLevel(
    "feature", "a feature", "A part of the app that experiments can configure.",
    [
      ManifestKey("description", .string, "What the feature does."),
      ManifestKey("variables", .map(.object(variable)), "The variables by name.", .required),
      ManifestKey(
        "defaults", .list(.object(block)),
        "Patches of the defaults, for some channels or all, in order.", otherSpellings: ["default"]),
      ManifestKey("examples", .list(.either(exampleForms)), "Example configs."),
      ManifestKey("documentation", .list(.object(document)), "Where to read about it."),
      ManifestKey(
        "contacts", .list(.string), "Whom to ask: persons or addresses.",
        otherSpellings: ["owners", "owner"]),
      ManifestKey("events", .list(.optional(.url)), "Documents of its events."),
      ManifestKey("configurator", .url, "A page for building configs."),
      ManifestKey(
        "allow-coenrollment", .boolean,
        "Whether a client may be in several experiments of it (default: false)."),
      ManifestKey("meta-bug", .url, "The bug that tracks the work on the feature."),
    ]
  ).allowingNull()

  package static let document = ManifestLevel(
    "document", "a document", "A document about a feature.",
    [
      ManifestKey("name", .string, "What the document is.", .required),
      ManifestKey("url", .url, "Where it is.", .required),
    ])

  package static let block = ManifestLevel(
    "block", "a default block", "A patch of the defaults of a feature.",
    [
      ManifestKey("value", .config, "The values by variable.", .required),
      ManifestKey("channel", .text, "The channel to which it applies, or several with commas."),
      ManifestKey(
        "channels", .list(.text), "The channels to which it applies; all of them, if left out."),
      ManifestKey("targeting", .text, "Reserved, and not supported."),
    ]
  ).ignoringUnknownKeys().allowingNull()

  package static let variable = ManifestLevel(
    "variable", "a variable", "A value that experiments can set.",
    valueKeys + [
      ManifestKey(
        "pref-key", .text, "The app setting that replaces the value if the user changed it."),
      ManifestKey(
        "gecko-pref", .object(geckoPreference),
        "The preference of the Gecko engine that gives the value."),
      ManifestKey(
        "string-alias", .text,
        "Declares a type whose strings are those in the value of this variable."),
    ])

  package static let field = ManifestLevel("field", "a field", "A field of an object.", valueKeys)

  private static let valueKeys = [
    ManifestKey("description", .string, "What it does."),
    ManifestKey(
      "type", .type,
      "A type of the language, an enum, an object or a string alias. "
        + "`Option<T>`, `List<T>` and `Map<K, T>` hold others.", .required),
    ManifestKey("value", .any, "An older name for `default`.", .outdated),
    ManifestKey("default", .any, "The value, if nothing else sets one; null if left out."),
  ]

  package static let geckoPreference = ManifestLevel(
    "gecko-pref", "`gecko-pref`", "A preference of the Gecko engine.",
    [
      ManifestKey("pref", .text, "The name of the preference.", .required),
      ManifestKey(
        "branch", .choice(["default", "user"]), "Which of its values to use.", .required),
    ]
  ).ignoringUnknownKeys()

  package static let enumeration = ManifestLevel(
    "enum", "an enum", "A type with named values.",
    [
      ManifestKey("description", .string, "What the enum is."),
      ManifestKey(
        "variants", .map(.either([.object(variant), .optional(.string)])),
        "The variants by name; a description alone will do.", .required),
    ]
  ).allowingNull()

  package static let variant = ManifestLevel(
    "variant", "a variant", "A value of an enum.",
    [ManifestKey("description", .string, "What the variant means.")])

  package static let object = ManifestLevel(
    "object", "an object", "A type with fields.",
    [
      ManifestKey("description", .string, "What the object is."),
      ManifestKey("fields", .map(.object(field)), "The fields by name.", .required),
    ]
  ).allowingNull()

  package static let example = ManifestLevel(
    "example", "an example", "An example config.",
    [
      ManifestKey("name", .string, "What it is.", .dependent),
      ManifestKey("value", .config, "The values by variable.", .dependent),
      ManifestKey(
        "path", .string, "The file that holds the value, or without `name` the whole example.",
        .dependent),
      ManifestKey("description", .string, "What it does."),
      ManifestKey("url", .url, "Where to read about it."),
    ],
    forms: [
      Form(required: ["name", "value"], excluded: ["path"]),
      Form(required: ["path"], excluded: ["value"]),
    ])

  /// An example, or the path of the file that holds it.
  private static let exampleForms: [ManifestValue] = [.object(example), .string]
}
