import VirgaJSON
import VirgaManifest

/// The changes in a newer manifest as text: by feature, old value before new value.
struct ComparedVersions {
  private let columns: [ComparisonColumn]
  private let pairs: [ComparedPair]

  init(_ columns: [ComparisonColumn], _ pairs: [ComparedPair]) {
    self.columns = columns
    self.pairs = pairs
  }

  private struct Group {
    var change: ComparisonChange
    var text: String
    var pairs: [ComparedPair]
  }

  /// One line per changed feature or type.
  func lines(_ rows: [ComparisonRow]) -> [String] {
    var lines: [String] = [heading]
    var start = rows.startIndex
    while start < rows.endIndex {
      let end =
        rows[start...].firstIndex { !$0.feature.isSameName(as: rows[start].feature) }
        ?? rows.endIndex
      lines += ["", "\(mark(of: rows[start])) \(rows[start].feature)"]
      let names = rows[start..<end].map(\.name.count).filter { $0 <= 48 }.max() ?? 0
      for row in rows[start..<end] where !row.path.isEmpty {
        lines += self.lines(row, names: names)
      }
      start = end
    }
    return lines + [""] + summary(of: rows)
  }

  private var heading: String {
    guard let first = pairs.first else { return "" }
    let channels = pairs.compactMap { columns[$0.new].channel }
    let words = channels.isEmpty ? "" : ", in \(channels.joined(separator: ", "))"
    return "\(columns[first.old].file) → \(columns[first.new].file)\(words)"
  }

  /// `+` if the older manifest lacks the feature, `-` if the newer one does.
  private func mark(of row: ComparisonRow) -> String {
    guard let pair = pairs.first else { return "~" }
    return row.cells[pair.old].isOfNoFeature ? "+" : row.cells[pair.new].isOfNoFeature ? "-" : "~"
  }

  private func lines(_ row: ComparisonRow, names: Int) -> [String] {
    let groups = groups(of: row)
    return groups.enumerated().map { index, group in
      let name = index == 0 ? row.name : ""
      let padding = String(repeating: " ", count: max(0, names - name.count))
      let isEverywhere = groups.count == 1 && group.pairs.count == pairs.count
      let channels = group.pairs.compactMap { columns[$0.new].channel }.joined(separator: ", ")
      return
        "  \(Self.mark(group.change)) \(name)\(padding)  \(isEverywhere ? "" : channels + ": ")\(group.text)"
    }
  }

  private func groups(of row: ComparisonRow) -> [Group] {
    var groups: [Group] = []
    for pair in pairs {
      guard let change = row.change(in: pair) else { continue }
      let (old, new) = (row.cells[pair.old].text, row.cells[pair.new].text)
      let text =
        switch change {
        case .added: new
        case .removed: old
        case .retyped, .changed: "\(old) → \(new)"
        }
      if let index = groups.firstIndex(where: { $0.change == change && $0.text == text }) {
        groups[index].pairs.append(pair)
      } else {
        groups.append(Group(change: change, text: text, pairs: [pair]))
      }
    }
    return groups
  }

  private static func mark(_ change: ComparisonChange) -> String {
    switch change {
    case .added: "+"
    case .removed: "-"
    case .retyped, .changed: "~"
    }
  }

  private func summary(of rows: [ComparisonRow]) -> [String] {
    func features(_ wanted: String) -> [String] {
      var seen: Set<Name> = []
      return rows.filter { mark(of: $0) == wanted }.map(\.feature).filter { seen.insert($0) }
    }
    let retyped = rows.filter { $0.change(in: pairs) == .retyped }.map {
      "\($0.feature).\($0.path)"
    }
    return [
      ("features added", features("+")), ("features removed", features("-")),
      ("features changed", features("~")),
      ("retyped", retyped),
    ].filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))" }
  }
}

extension ComparedCell {
  fileprivate var isOfNoFeature: Bool { if case .noFeature = self { true } else { false } }
}
