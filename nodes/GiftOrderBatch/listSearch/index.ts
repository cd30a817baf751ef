export { searchBrands, searchProducts } from './catalogue';
