import VirgaJSON
import VirgaManifest
import VirgaSource

extension ManifestCompletion {
  /// The types of the language and of the manifest; of a type such as `List<It` only the last name
  /// is replaced.
  var typeItems: (items: [CompletionItem], range: SourceRange) {
    let words = TypePattern.suggestions.filter { !$0.contains("<") }.map { word in
      CompletionItem(
        label: word, kind: .type, documentation: HoverText.meaning(ofTypeOfLanguage: word),
        text: word)
    }
    let isBeforeBracket = !isOutsideQuotes && restOfType.hasPrefix("<")
    let generics = ["Option", "List", "Map"].map { name in
      let text = isBeforeBracket ? name : "\(name)<"
      return CompletionItem(
        label: name, kind: .type, detail: "\(name)<…>",
        documentation: HoverText.meaning(ofTypeOfLanguage: name), text: text)
    }
    let items = definedTypes + words + generics
    // Outside quotes, the type is inserted as a whole with quotes: `"List<>"`.
    guard isOutsideQuotes else { return (items, rangeOfWord(Self.endsName)) }
    return (items.map(\.asWholeType), place.range)
  }

  /// Whether the type needs quotes that are not typed yet, or begins after the cursor with one.
  private var isOutsideQuotes: Bool {
    let needsQuotes = place.style == .json && !place.isInQuotes
    return needsQuotes || place.rest.hasPrefix("\"") || place.rest.hasPrefix("'")
  }

  /// Where the name of a type ends.
  private static func endsName(_ scalar: Unicode.Scalar) -> Bool {
    "<>, ".unicodeScalars.contains(scalar)
  }

  /// What follows the name around the cursor, such as `<Int>`.
  private var restOfType: Substring {
    Substring(place.rest.unicodeScalars.drop { !Self.endsName($0) })
  }

  /// The enums, objects and string aliases that the file's module defines.
  private var definedTypes: [CompletionItem] {
    guard let manifest, let shownName = manifest.file(at: file)?.shownName else { return [] }
    let module = manifest.modules[manifest.module(ofFile: shownName)]
    let enums = module.enums.map { definition in
      CompletionItem(
        label: definition.name, kind: .type, detail: "enum", documentation: definition.description,
        text: definition.name)
    }
    let objects = module.objects.map { definition in
      CompletionItem(
        label: definition.name, kind: .type, detail: "object",
        documentation: definition.description, text: definition.name)
    }
    return enums + objects + aliases
  }

  /// The string aliases of the feature around the place; those of all features for the field of an
  /// object.
  private var aliases: [CompletionItem] {
    var features = manifest?.features ?? []
    if case .variable(_, let id)? = path.enclosing {
      features = features.filter { $0.id.isSameName(as: id) }
    }
    let names = features.flatMap(\.variables).compactMap(\.stringAlias)
    return names.map { CompletionItem(label: $0, kind: .type, detail: "string alias", text: $0) }
  }
}

extension CompletionItem {
  /// The name of a type as a whole type in quotes.
  fileprivate var asWholeType: CompletionItem {
    var item = self
    let type = text.hasSuffix("<") ? "\(text)>" : text
    item.text = JSONValue.string(type).compact
    return item
  }
}
