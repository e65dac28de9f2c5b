/// The widths of the columns of the value table.
///
/// They follow from names, types and the size of the panel alone, so that no column moves when the
/// channel or a value changes. A narrow panel has no columns for types and replaced values, which
/// the details show.
struct ValueWidths: Equatable {
  /// What the rows of a feature need, whatever values they have.
  struct Needs: Equatable, Sendable {
    /// The widest name, with its indent and the sign of its fold.
    var names = 0
    /// Whether all values are Booleans, whole numbers or containers, which a few cells show.
    var hasShortValues = false
    /// The widest type; 0 without any.
    var types = 0
  }

  let names: Int
  let values: Int
  /// 0 if the panel is too narrow for layers.
  let layers: Int
  /// 0 in a narrow panel.
  let replaced: Int
  /// Whether types have a column, which is dropped before the others if not all of them fit.
  let showsTypes: Bool

  init(_ needs: Needs, in columns: Int) {
    let isWide = columns >= Self.columnsForTypes
    self = isWide ? Self(wide: needs, in: columns) : Self(narrow: needs, in: columns)
  }

  /// Values get what names, layers and replaced values leave, from their usual width of 12 cells to
  /// 40.
  ///
  /// In 87 columns, values beside names of 22 cells have 31.
  private init(wide needs: Needs, in columns: Int) {
    names = max(needs.names, Self.columnsOfNameHead)
    layers = 18  // `manifest developer` is whole.
    replaced = 10  // The details show more of longer ones.
    showsTypes = true  // Dropped later if the other columns leave too few cells.
    let blanks = 5  // After names, mark, values, layers and replaced values.
    let leftForValues = columns - names - Self.columnsOfMark - layers - replaced - blanks
    values = min(max(leftForValues, Self.usualValue), Self.maxValue)
  }

  /// Leaves out types and replaced values, which the details show; names are whole if values then
  /// have at least 8 cells, or 5 if they are short.
  ///
  /// What names leave goes to values and layers. Layers get 10 cells, or 11 if values then have at
  /// least 12. Once values have 20, layers get all further cells until they have 16.
  ///
  /// In 48 columns, names of 18 cells leave 15 to values and 11 to layers. In fewer than 44, layers
  /// get none. Short values are Booleans, whole numbers and sizes of containers.
  private init(narrow needs: Needs, in columns: Int) {
    let showsLayers = columns >= Self.columnsForLayers
    let fewestLayer = showsLayers ? Self.fewestLayer : 0
    let blanks = showsLayers ? 3 : 2  // Between the columns.
    let room = columns - Self.columnsOfMark - blanks
    let fewestValue = needs.hasShortValues ? Self.fewestShortValue : Self.fewestValue
    let mostNames = max(1, room - fewestLayer - fewestValue)
    names = min(max(needs.names, Self.columnsOfNameHead), mostNames)
    let leftForValues = room - names - fewestLayer
    layers = showsLayers ? fewestLayer + Self.moreForLayers(of: leftForValues) : 0
    values = min(max(1, room - names - layers), Self.maxValue)
    (replaced, showsTypes) = (0, false)
  }

  /// The cells that layers get of those that are left for values: all beyond their long width, as
  /// far as layers need them, or else one beyond their usual width.
  private static func moreForLayers(of leftForValues: Int) -> Int {
    if leftForValues > longValue { return min(leftForValues - longValue, maxLayer - fewestLayer) }
    return leftForValues > usualValue ? 1 : 0
  }

  /// The cells of the mark before a value.
  static let columnsOfMark = 1
  /// The cells of the head `Variable`.
  private static let columnsOfNameHead = 8
  private static let columnsForTypes = 80
  /// With fewer columns, names and values need the cells of the layers.
  private static let columnsForLayers = 44
  /// `developer` is whole in the fewest cells, and `variable default` in the most.
  private static let (fewestLayer, maxLayer) = (10, 16)
  /// `false` is whole in 5 cells.
  private static let fewestShortValue = 5
  /// The fewest cells of other values; the details show longer ones in full.
  static let fewestValue = 8
  /// The widths of values: the usual one is also the least in a wide panel.
  private static let (usualValue, longValue, maxValue) = (12, 20, 40)
}
