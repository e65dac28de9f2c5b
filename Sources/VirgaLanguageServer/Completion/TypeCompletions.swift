import VirgaJSON
import VirgaManifest
import VirgaSource

/// What a type allows in the default of an object's field, which belongs to no feature.
struct TypeCompletions {
  let manifest: Manifest
  /// The module that has the type.
  let module: Int
  let place: YAMLPlace

  /// The names or the values that a type allows at the place.
  func items(of type: VariableType) -> [CompletionItem] {
    let names = place.expects == .value ? [] : self.names(in: type.unwrapped)
    // An object that is begun on a line of its own begins with a name.
    guard names.isEmpty, place.expects != .key else { return names }
    return values(of: type)
  }

  /// The names that an object or a map lacks.
  private func names(in type: VariableType) -> [CompletionItem] {
    let used = Set(naming: place.siblingKeys)
    switch type {
    case .object(let name):
      let fields = manifest.object(name, in: module)?.fields ?? []
      return fields.filter { !used.contains($0.name) }.map { item(of: $0) }
    case .map(.enumeration(let name), let value):
      return variants(of: name).filter { !used.contains($0.name) }.map { variant in
        CompletionItem(
          label: variant.name, kind: .variable, detail: "\(value)",
          documentation: variant.description,
          text: written(variant.name, value.placeholder))
      }
    default: return []
    }
  }

  /// A field with its default.
  private func item(of field: Variable) -> CompletionItem {
    let value = field.defaultValue?.json
    let note = "Default: \((value ?? .null).compact)"
    let description = field.description
    return CompletionItem(
      label: field.name, kind: .variable, detail: "\(field.type)",
      documentation: description.isEmpty ? note : "\(description)\n\(note)",
      text: written(field.name, value ?? field.type.placeholder))
  }

  /// A name with a value; alone if a colon or a quote follows.
  private func written(_ name: String, _ value: JSONValue) -> String {
    let key = place.style.text(name)
    return place.takesNameAlone ? key : "\(key): \(place.style.value(value))"
  }

  /// The values of a type that has few; for an object, a map or a list an empty one to start with.
  private func values(of type: VariableType) -> [CompletionItem] {
    switch type {
    case .boolean: return [item(ofValue: true), item(ofValue: false)]
    case .enumeration(let name):
      return variants(of: name).map { variant in
        CompletionItem(
          label: variant.name, kind: .variant, documentation: variant.description,
          text: place.style.text(variant.name))
      }
    case .option(let inner): return values(of: inner) + [item(ofValue: .null)]
    case .object, .map, .list: return [item(ofValue: type.placeholder)]
    case .string, .int, .double, .text, .image, .alias: return []
    }
  }

  private func item(ofValue value: JSONValue) -> CompletionItem {
    CompletionItem(label: value.compact, kind: .value, text: place.style.value(value))
  }

  private func variants(of enumeration: String) -> [EnumVariant] {
    manifest.enumeration(enumeration, in: module)?.variants ?? []
  }
}

extension VariableType {
  /// A value to start with; null for an enum or an alias.
  fileprivate var placeholder: JSONValue {
    placeholders.first.flatMap { text in try? JSONValue.parse(text) } ?? .null
  }
}
