import VirgaExperiments
import VirgaJSON
package import VirgaManifest

extension Manifest {
  /// A hash of what decides the values that generated code reads in `channel`: features, types,
  /// `pref-key`s and defaults, 1 to 8 hexadecimal digits.
  ///
  /// Two manifests with the same features, types and merged defaults have the same hash, wherever
  /// they are and however they are written (Rule: VirgaGenerate/Hashing).
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
  fileprivate mutating func append(_ merged: MergedFeature, in manifest: Manifest) {
    let reached = ReachableTypes(of: merged.feature, in: manifest)
    append(text: FeatureHashes.schema(of: merged.feature, reached))
    for each in merged.variables {
      append(text: each.variable.preferenceKey ?? "")
      append(whole: each.value.json)
    }
    for field in reached.objects.flatMap(\.fields) {
      append(whole: field.defaultValue?.json ?? .null)
    }
  }

  /// Appends a value so that only an equal one gives the same bytes, unlike the values in a
  /// feature's hashes.
  private mutating func append(whole value: JSONValue) {
    switch value {
    case .null: append(number: 0)
    case .boolean(let truth): append(number: truth ? 2 : 1)
    case .integer(let integer): append(tag: 3, Double(integer).bitPattern)
    case .number(let number): append(tag: 3, number.double.bitPattern)
    case .string(let text):
      append(number: 4)
      append(text: text)
    case .array(let elements):
      append(tag: 5, UInt64(elements.count))
      for element in elements { append(whole: element) }
    case .object(let members):
      append(tag: 6, UInt64(members.count))
      for key in members.keys.sorted(by: { Name($0) < Name($1) }) {
        append(text: key)
        append(whole: members[key] ?? .null)
      }
    }
  }

  private mutating func append(tag: UInt64, _ content: UInt64) {
    append(number: tag)
    append(number: content)
  }
}
