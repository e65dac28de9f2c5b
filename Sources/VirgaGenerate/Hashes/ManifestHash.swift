import VirgaExperiments
import VirgaJSON
package import VirgaManifest

extension Manifest {
  /// A hash of what decides the values that generated code reads in `channel`: features, types,
  /// `pref-key`s and defaults, 1 to 8 hexadecimal digits; `channel` is nil if none is requested.
  ///
  /// Two manifests with the same features, types and merged defaults have the same hash, wherever
  /// they are and however they are written. So a session can tell whether an app was generated from
  /// the manifest of its console. Rule: VirgaGenerate/Hashing.
  package func hash(in channel: String?) -> String {
    var stream = HashStream()
    for feature in features {
      stream.append(text: feature.id)
      stream.append(merged(feature, channel: channel), in: self)
    }
    return stream.hash
  }
}

extension HashStream {
  /// Appends the hash of a feature's names and types, the `pref-key`s and defaults of its
  /// variables, and the defaults of the fields of its objects.
  fileprivate mutating func append(_ merged: MergedFeature, in manifest: Manifest) {
    let reachableTypes = ReachableTypes(of: merged.feature, in: manifest)
    append(text: FeatureHashes.schemaHash(of: merged.feature, reachableTypes))
    for each in merged.variables {
      append(text: each.variable.preferenceKey ?? "")
      // Not with `append(_:)`, which appends the same bytes for different values: `1` and `[1]`.
      appendUnambiguously(each.value.json)
    }
    for field in reachableTypes.objects.flatMap(\.fields) {
      appendUnambiguously(field.defaultValue?.json ?? .null)
    }
  }

  /// Appends a value with its kind, the number of its elements or members, and their keys, so that
  /// values of different structure give different bytes.
  ///
  /// `append(_:)`, which encodes values as nimbus-fml does, leaves these out.
  private mutating func appendUnambiguously(_ value: JSONValue) {
    switch value {
    case .null: append(tag: .null)
    case .boolean(let truth): append(tag: truth ? .true : .false)
    // As a double, because 3 and 3.0 are equal values; integers above 2^53 are rounded.
    case .integer(let integer): append(tag: .number, Double(integer).bitPattern)
    // Adding 0 turns −0 into 0, which is equal.
    case .number(let number): append(tag: .number, (number.double + 0).bitPattern)
    case .string(let text):
      append(tag: .string)
      append(text: text)
    case .array(let elements):
      append(tag: .array, UInt64(elements.count))
      for element in elements { appendUnambiguously(element) }
    case .object(let members):
      append(tag: .object, UInt64(members.count))
      // Keys by their bytes, as `Name` compares them: Swift takes some different strings for equal.
      for key in members.keys.sorted(by: { Name($0) < Name($1) }) {
        guard let member = members[key] else { continue }
        append(text: key)
        appendUnambiguously(member)
      }
    }
  }

  /// The kind of a value, hashed before its content.
  private enum ValueTag: UInt64 {
    case null = 0
    case `false` = 1
    case `true` = 2
    case number = 3
    case string = 4
    case array = 5
    case object = 6
  }

  /// Appends the kind of a value without content, or whose content follows.
  private mutating func append(tag: ValueTag) { append(number: tag.rawValue) }

  /// Appends the kind of a value, and a number: the value itself or the number of its parts.
  private mutating func append(tag: ValueTag, _ content: UInt64) {
    append(tag: tag)
    append(number: content)
  }
}
